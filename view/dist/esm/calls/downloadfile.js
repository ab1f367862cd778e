// calls/downloadfile.ts
import { has, optional } from "../hosts/support.js";
import { base64, isOurs, transfer } from "./filechunks.js";
import { command } from "../protocol/command.js";
import { connected } from "../start/connect.js";
import { fileUrl } from "./fileurl.js";
import { openLink } from "./openlink.js";
var downloadFile = /* @__PURE__ */ optional(["downloadFile"], async (file) => {
  await connected.catch(() => {
  });
  const { name, fileId } = file;
  const found = !fileId ? file : !isOurs(fileId) && has([, "getFileDownloadUrl"]) ? { uri: await fileUrl(fileId) } : await transfer({ fileId });
  const { data, uri, mimeType } = found;
  const called = /[^/\\]*$/.exec(name ?? found.name ?? uri.split(/[?#]/)[0])[0] || "file";
  const blob = new Blob([data], { type: mimeType ?? data?.type });
  if (has(["downloadFile"]))
    return command(
      "ui/download-file",
      {
        contents: [
          uri ? { type: "resource_link", uri, name: called } : {
            type: "resource",
            resource: { uri: "file:///" + encodeURIComponent(called), mimeType: blob.type, blob: await base64(blob) }
          }
        ]
      }
    );
  if (uri) return openLink(uri);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = called;
  link.click();
  setTimeout(URL.revokeObjectURL, 1e4, link.href);
});
export {
  downloadFile
};

// calls/downloadfile.ts
import { answered } from "../hosts/platform.js";
import { has, optional } from "../hosts/support.js";
import { command } from "../protocol/ask.js";
import { base64, isAppFile, transfer } from "./filechunks.js";
import { fileUrl } from "./fileurl.js";
import { openLink } from "./openlink.js";
var downloadFile = /* @__PURE__ */ optional(["downloadFile"], async (file) => {
  await answered();
  const { name, fileId } = file;
  const source = !fileId ? file : !isAppFile(fileId) && has([, "getFileDownloadUrl"]) ? { uri: await fileUrl(fileId) } : await transfer({ fileId });
  const { data, uri, mimeType } = source;
  const fileName = /[^/\\]*$/.exec(name ?? source.name ?? uri.split(/[?#]/)[0])[0] || "file";
  const blob = new Blob([data], { type: mimeType ?? data?.type });
  if (has(["downloadFile"]))
    return command(
      "ui/download-file",
      {
        contents: [
          uri ? { type: "resource_link", uri, name: fileName } : {
            type: "resource",
            resource: { uri: "file:///" + encodeURIComponent(fileName), mimeType: blob.type, blob: await base64(blob) }
          }
        ]
      }
    );
  if (uri) return openLink(uri);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(URL.revokeObjectURL, 1e4, link.href);
});
export {
  downloadFile
};

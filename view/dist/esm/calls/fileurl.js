// calls/fileurl.ts
import { optional } from "../hosts/support.js";
import { dataUrl, isOurs, transfer } from "./filechunks.js";
import { prefer } from "../protocol/prefer.js";
var fileUrl = /* @__PURE__ */ optional(
  ["serverTools", "getFileDownloadUrl"],
  async (fileId) => {
    const method = isOurs(fileId) ? "" : "getFileDownloadUrl";
    return (await prefer(method, [{ fileId }], async () => ({
      downloadUrl: await dataUrl((await transfer({ fileId })).data)
    })))?.downloadUrl ?? // The older form takes the id itself, and answers with the URL.
    prefer(method, [fileId], () => {
    });
  }
);
export {
  fileUrl
};

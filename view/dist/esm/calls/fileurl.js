// calls/fileurl.ts
import { optional } from "../hosts/support.js";
import { callOpenAI } from "../protocol/ask.js";
import { dataUrl, isAppFile, transfer } from "./filechunks.js";
var fileUrl = /* @__PURE__ */ optional(
  ["serverTools", "getFileDownloadUrl"],
  async (fileId) => {
    const method = isAppFile(fileId) ? "" : "getFileDownloadUrl";
    return (await callOpenAI(method, [{ fileId }], async () => ({
      downloadUrl: await dataUrl((await transfer({ fileId })).data)
    })))?.downloadUrl ?? // The older form takes the id itself, and answers with the URL.
    callOpenAI(method, [fileId], () => {
    });
  }
);
export {
  fileUrl
};

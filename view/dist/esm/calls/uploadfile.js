// calls/uploadfile.ts
import { optional } from "../hosts/support.js";
import { callOpenAI } from "../protocol/ask.js";
import { transfer } from "./filechunks.js";
var uploadFile = /* @__PURE__ */ optional(
  ["serverTools", "uploadFile"],
  (file, { library, onProgress, signal } = {}) => callOpenAI("uploadFile", [file, { library }], async () => {
    const { name, type, size } = file;
    return { fileId: (await transfer({ name, mimeType: type, size }, file, signal, onProgress)).fileId };
  })
);
export {
  uploadFile
};

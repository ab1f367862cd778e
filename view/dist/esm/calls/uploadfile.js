// calls/uploadfile.ts
import { optional } from "../hosts/support.js";
import { transfer } from "./filechunks.js";
import { prefer } from "../protocol/prefer.js";
var uploadFile = /* @__PURE__ */ optional(
  ["serverTools", "uploadFile"],
  (file, { library, onProgress, signal } = {}) => prefer("uploadFile", [file, { library }], async () => {
    const { name, type, size } = file;
    return { fileId: (await transfer({ name, mimeType: type, size }, file, signal, onProgress)).fileId };
  })
);
export {
  uploadFile
};

// upload.ts
import { optional } from "./capability.js";
import { transfer } from "./chunk.js";
import { prefer } from "./prefer.js";
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

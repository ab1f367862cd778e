// testing/files.ts
import { HostError } from "./error.js";
var keepFiles = (selectable) => {
  const kept = /* @__PURE__ */ new Map();
  const keep = (file) => {
    const fileId = `file-${kept.size + 1}`;
    kept.set(fileId, file);
    return { fileId };
  };
  return {
    uploadFile: async ({ file }) => keep(file),
    selectFiles: async () => selectable.map((file) => ({ ...keep(file), fileName: file.name, mimeType: file.type })),
    async fileURL(fileId) {
      const file = kept.get(fileId);
      if (!file) throw new HostError(-32e3, `No such file: ${fileId}`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      return { downloadUrl: `data:${file.type || "application/octet-stream"};base64,${btoa(text)}` };
    }
  };
};
export {
  keepFiles
};

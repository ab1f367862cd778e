// calls/filechunks.ts
import { ViewError } from "../values/error.js";
import { callTool } from "./calltool.js";
var isAppFile = (fileId) => fileId.startsWith("oriel-");
var chunkBytes = 196608;
var dataUrl = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onloadend = () => reader.result ? resolve(reader.result) : reject(reader.error);
  reader.readAsDataURL(blob);
});
var base64 = async (blob) => (await dataUrl(blob)).split(",")[1];
var transfer = async (args, blob, signal, onProgress) => {
  const parts = [];
  let offset = 0;
  do {
    const { isError, text, data } = await callTool(
      "oriel_files",
      { ...args, offset, data: blob && await base64(blob.slice(offset, offset + chunkBytes)) },
      { signal }
    );
    if (isError || !data) throw new ViewError(-32e3, text);
    args = data;
    parts.push(Uint8Array.from(atob(args.data ?? ""), (char) => char.charCodeAt(0)));
    offset += chunkBytes;
    onProgress?.(Math.min(offset, args.size), args.size);
  } while (offset < (blob ?? args).size);
  return { ...args, data: new Blob(parts, { type: args.mimeType }) };
};
export {
  base64,
  dataUrl,
  isAppFile,
  transfer
};

import type { Services } from "../host/protocol.ts";
import type { Loose } from "../values/unchecked.ts";
import { HostError } from "./error.ts";

/** ChatGPT's keeping of files, in memory: `file-1`, `file-2` … */
export const keepFiles = (selectable: readonly File[]): Pick<Services, "uploadFile" | "selectFiles" | "fileURL"> => {
  const kept = new Map<string, File>();
  const keep = (file: File): { fileId: string } => {
    const fileId = `file-${kept.size + 1}`;
    kept.set(fileId, file);
    return { fileId };
  };
  return {
    uploadFile: async ({ file }: Loose) => keep(file),
    selectFiles: async () => selectable.map((file) => ({ ...keep(file), fileName: file.name, mimeType: file.type })),
    async fileURL(fileId) {
      const file = kept.get(fileId);
      if (!file) throw new HostError(-32000, `No such file: ${fileId}`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      return { downloadUrl: `data:${file.type || "application/octet-stream"};base64,${btoa(text)}` };
    },
  };
};

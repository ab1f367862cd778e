import { ViewError } from "../values/error.ts";
import type { Loose } from "../values/unchecked.ts";
import { callTool } from "./calltool.ts";

/** Whether the app stores this file, and not the host. */
export const isAppFile = (fileId: string): boolean => fileId.startsWith("oriel-");

/** The bytes of a file that one call carries: 256 KiB in base64. The app's tool takes no other number. */
const chunkBytes = 196608;

/** A blob as a `data:` URL in base64. */
export const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onloadend = () => (reader.result ? resolve(reader.result as string) : reject(reader.error));
    reader.readAsDataURL(blob);
  });

/** A blob in base64. */
export const base64 = async (blob: Blob): Promise<string> => (await dataUrl(blob)).split(",")[1]!;

/**
 * Transfers a file through the app's tool `oriel_files`, one chunk for each call: a blob
 * to the app, or without one the file `args.fileId` from the app. Resolves with what
 * the app says about the file; `data` is a blob with the content that it has sent.
 */
export const transfer = async (
  args: Loose,
  blob?: Blob,
  signal?: AbortSignal,
  onProgress?: (doneBytes: number, totalBytes: number) => void,
): Promise<Loose> => {
  const parts: BlobPart[] = [];
  let offset = 0;
  do {
    const { isError, text, data } = await callTool<Loose>(
      "oriel_files",
      { ...args, offset, data: blob && (await base64(blob.slice(offset, offset + chunkBytes))) },
      { signal },
    );
    if (isError || !data) throw new ViewError(-32000, text);
    args = data;
    parts.push(Uint8Array.from(atob(args.data ?? ""), (char) => char.charCodeAt(0)));
    offset += chunkBytes;
    onProgress?.(Math.min(offset, args.size), args.size);
  } while (offset < (blob ?? args).size);
  return { ...args, data: new Blob(parts, { type: args.mimeType }) };
};

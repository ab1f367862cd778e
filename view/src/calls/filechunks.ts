import { ViewError } from "../values/error.ts";
import type { Loose } from "../values/unchecked.ts";
import { callTool } from "./calltool.ts";

/** Whether the id is one of the app's own: a host with files does not know it. */
export const isOurs = (fileId: string): boolean => fileId.startsWith("oriel-");

/** How many bytes of a file travel in one call, 256 KiB in base64; the app's tool takes no other number. */
const step = 196608;

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
 * Moves a file through the app's tool `oriel_files`, a chunk a call: where there is
 * a blob, that to the app, else the file of `args.fileId` from it. Resolves with
 * what the app said of the file, and with what it gave as a blob in `data`.
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
      { ...args, offset, data: blob && (await base64(blob.slice(offset, offset + step))) },
      { signal },
    );
    if (isError || !data) throw new ViewError(-32000, text);
    args = data;
    parts.push(Uint8Array.from(atob(args.data ?? ""), (char) => char.charCodeAt(0)));
    offset += step;
    onProgress?.(Math.min(offset, args.size), args.size);
  } while (offset < (blob ?? args).size);
  return { ...args, data: new Blob(parts, { type: args.mimeType }) };
};

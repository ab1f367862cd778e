import { optional } from "../hosts/support.ts";
import { callOpenAI } from "../protocol/ask.ts";
import { transfer } from "./filechunks.ts";

/** How a file is uploaded. */
export interface UploadOptions {
  /** Whether ChatGPT also puts the file into the user's library. Other hosts have none. */
  library?: boolean;
  /** Hears how many bytes have gone, after each chunk. Not called where the host uploads by itself. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
  /** Ends the upload. A host that uploads by itself is not stopped. */
  signal?: AbortSignal;
}

/**
 * Uploads a file, and resolves with the id that a tool may take for it. ChatGPT
 * keeps the file itself; a tool gets it as an `oriel.FileParam`. Elsewhere it goes to
 * the app, which has to have called `oriel.AddFiles`, in chunks of 192 KiB; there
 * `FileStore.Open` knows the id.
 *
 * @param file - The file; a blob has no name.
 * @param options - How it is uploaded.
 * @returns What a tool takes for it.
 * @throws ViewError: -32601 without a host, or where it calls no tools; -32602, or
 * what else the server says, where the app takes no files; -32000 the file is
 * refused, as one that is too large.
 * @throws The signal's reason when that is aborted.
 * @example
 * const { fileId } = await uploadFile(input.files![0]!, { onProgress: (sent, total) => (bar.value = sent / total) });
 * await callTool("summarize", { fileId });
 *
 * @support mcp-apps fallback chunks through `tools/call` of the app's `oriel_files`
 * @support bare refuses -32601
 * @support chatgpt native `uploadFile`
 * @support openai native `uploadFile`
 * @support mcp-ui fallback chunks through `tool` actions to the app's `oriel_files`
 * @support standalone refuses -32601
 */
export const uploadFile = /* @__PURE__ */ optional(
  ["serverTools", "uploadFile"],
  (file: File | Blob, { library, onProgress, signal }: UploadOptions = {}): Promise<{ fileId: string }> =>
    callOpenAI("uploadFile", [file, { library }], async () => {
      const { name, type, size } = file as File;
      return { fileId: (await transfer({ name, mimeType: type, size }, file, signal, onProgress)).fileId };
    }),
);

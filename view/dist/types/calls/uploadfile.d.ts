/** How a file is uploaded. */
export interface UploadOptions {
    /** Whether ChatGPT also puts the file into the user's library. Other hosts ignore it. */
    library?: boolean;
    /** Called after each chunk. Not called where the host uploads by itself. */
    onProgress?: (sentBytes: number, totalBytes: number) => void;
    /** Cancels the upload. An upload by the host itself goes on. */
    signal?: AbortSignal;
}
/**
 * Uploads a file, and resolves with an id that tools take as an argument. ChatGPT stores
 * the file; a tool gets it as an `oriel.FileParam`. On other hosts the file goes to the
 * app in chunks of 192 KiB, if the app has called `oriel.AddFiles`; `FileStore.Open` opens
 * it by the id.
 *
 * @param file - The file; a blob has no name.
 * @param options - How it is uploaded.
 * @returns The id.
 * @throws ViewError: -32601 there is no host, or it calls no tools; -32602, or another
 * code of the server, the app takes no files; -32000 the file is refused, for example
 * because it is too large.
 * @throws The signal's reason after an abort.
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
export declare const uploadFile: import("../index.js").Optional<(file: File | Blob, { library, onProgress, signal }?: UploadOptions) => Promise<{
    fileId: string;
}>>;

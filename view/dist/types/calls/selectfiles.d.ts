/** What may be selected. ChatGPT ignores it. */
export interface SelectOptions {
    /** As the `accept` of an `<input type=file>`: `"image/*,.pdf"`. Left out: any file. */
    accept?: string;
    /** Whether more than one may be selected; false when left out. */
    multiple?: boolean;
}
/** A file that was selected, and uploaded. */
export interface SelectedFile {
    /** What a tool takes for it. */
    fileId: string;
    /** As on the user's disk, without its folder. */
    fileName: string;
    /** As the browser or the host says; may be empty. */
    mimeType: string;
}
/**
 * Lets the user select files, and resolves when they are uploaded: with an empty list
 * if the user cancels. Outside ChatGPT it shows the browser's file picker, and uploads
 * one file after the other by {@link uploadFile}.
 *
 * Call it while the user presses a button: otherwise browsers show no picker, and it
 * rejects with a DOMException. When an upload fails, the files that were uploaded
 * before it expire.
 *
 * @param options - What may be selected.
 * @returns The files, uploaded.
 * @throws What {@link uploadFile} does when an upload fails.
 * @example
 * button.onclick = async () => {
 *   for (const { fileId, fileName } of await selectFiles({ accept: "image/*", multiple: true })) await callTool("attach", { fileId, fileName });
 * };
 *
 * @support mcp-apps fallback the browser's picker, and chunks through `tools/call` of the app's `oriel_files`
 * @support bare refuses -32601
 * @support chatgpt native `selectFiles`
 * @support openai native `selectFiles`
 * @support mcp-ui fallback the browser's picker, and chunks through `tool` actions to the app's `oriel_files`
 * @support standalone refuses -32601
 */
export declare const selectFiles: import("../index.js").Optional<({ accept, multiple }?: SelectOptions) => Promise<SelectedFile[]>>;

/** What the user gets: content, an uploaded file, or what a URI leads to. */
export type Download = {
    name: string;
    mimeType?: string;
    data: string | Blob | ArrayBuffer;
} | {
    fileId: string;
    name?: string;
} | {
    uri: string;
    name?: string;
};
/**
 * Gives a file to the user, to be saved. The host may ask the user first. A host that
 * saves no files leaves it to the browser: content is offered as the view's own
 * download, which sandboxes without `allow-downloads` silently refuse, and a URI is
 * opened as by {@link openLink}.
 *
 * Of the name, what stands before a slash is left out. Without one it is that of the
 * uploaded file, or the last segment of the URI.
 *
 * @param file - Its content, its id, or where it is.
 * @returns When the host has taken it, or the browser was asked.
 * @throws ViewError: -32000 the host or the user refused, or there is no such file.
 * @throws For a `fileId` also what {@link uploadFile} does, for a `uri` what
 * {@link openLink} does.
 * @example
 * await downloadFile({ name: "forecast.csv", mimeType: "text/csv", data: "day,high\nMon,31\n" });
 *
 * @support mcp-apps native `ui/download-file`
 * @support bare fallback a download of the browser
 * @support chatgpt fallback a download of the browser
 * @support openai fallback a download of the browser
 * @support mcp-ui fallback a download of the browser
 * @support standalone fallback a download of the browser
 */
export declare const downloadFile: import("../index.js").Optional<(file: Download) => Promise<void>>;

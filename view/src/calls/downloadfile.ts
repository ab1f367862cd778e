import type { Loose } from "../values/unchecked.ts";
import { answered } from "../hosts/platform.ts";
import { has, optional } from "../hosts/support.ts";
import { command } from "../protocol/ask.ts";
import { base64, isAppFile, transfer } from "./filechunks.ts";
import { fileUrl } from "./fileurl.ts";
import { openLink } from "./openlink.ts";

/** What the user gets: content, an uploaded file, or what a URI leads to. */
export type Download =
  | { name: string; mimeType?: string; data: string | Blob | ArrayBuffer }
  | { fileId: string; name?: string }
  | { uri: string; name?: string };

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
export const downloadFile = /* @__PURE__ */ optional(["downloadFile"], async (file: Download): Promise<void> => {
  await answered();
  const { name, fileId } = file as Loose;
  const source: Loose = !fileId
    ? file
    : !isAppFile(fileId) && has([, "getFileDownloadUrl"])
      ? { uri: await fileUrl(fileId) }
      : await transfer({ fileId });
  const { data, uri, mimeType } = source;
  const fileName = /[^/\\]*$/.exec(name ?? source.name ?? uri.split(/[?#]/)[0])![0] || "file";
  const blob = new Blob([data], { type: mimeType ?? data?.type });
  if (has(["downloadFile"]))
    return command(
      "ui/download-file",
      {
        contents: [
          uri
            ? { type: "resource_link", uri, name: fileName }
            : {
                type: "resource",
                resource: { uri: "file:///" + encodeURIComponent(fileName), mimeType: blob.type, blob: await base64(blob) },
              },
        ],
      },
    );
  if (uri) return openLink(uri);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(URL.revokeObjectURL, 1e4, link.href);
});

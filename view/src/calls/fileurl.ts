import { optional } from "../hosts/support.ts";
import { callOpenAI } from "../protocol/ask.ts";
import { dataUrl, isAppFile, transfer } from "./filechunks.ts";

/**
 * Resolves with a URL of a file's content, for example for an `<img>`. ChatGPT gives a
 * URL that expires. On other hosts the file comes from the app in chunks, and the URL is
 * a `data:` URL, because the default policy of MCP Apps does not allow `blob:` URLs.
 *
 * @param fileId - The id from {@link uploadFile} or {@link selectFiles}.
 * @returns The URL.
 * @throws ViewError: -32601 there is no host, or it calls no tools; -32602, or another
 * code of the server, the app stores no files; -32000 the file does not exist, or has
 * expired.
 * @example
 * const image = new Image();
 * image.src = await fileUrl("file-1");
 * document.body.append(image);
 *
 * @support mcp-apps fallback a `data:` URL, by chunks through `tools/call` of the app's `oriel_files`
 * @support bare refuses -32601
 * @support chatgpt native `getFileDownloadUrl`
 * @support openai native `getFileDownloadUrl`
 * @support mcp-ui fallback a `data:` URL, by chunks through `tool` actions to the app's `oriel_files`
 * @support standalone refuses -32601
 */
export const fileUrl = /* @__PURE__ */ optional(
  ["serverTools", "getFileDownloadUrl"],
  async (fileId: string): Promise<string> => {
    const method = isAppFile(fileId) ? "" : "getFileDownloadUrl";
    return (
      (
        await callOpenAI(method, [{ fileId }], async () => ({
          downloadUrl: await dataUrl((await transfer({ fileId })).data),
        }))
      )?.downloadUrl ??
      // The older form takes the id itself, and answers with the URL.
      callOpenAI(method, [fileId], () => {})
    );
  },
);

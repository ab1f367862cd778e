import { object } from "../values/unchecked.ts";
import { optional } from "../hosts/support.ts";
import { ask } from "../protocol/ask.ts";

/** A document of the app: `text`, or `blob` in base64. */
export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
  _meta?: Record<string, unknown>;
}

/**
 * Reads a resource of the app's server.
 *
 * @param uri - Its URI, as the server lists it or as a result links to it.
 * @returns Its contents: mostly one, more if the URI is that of several resources.
 * @throws ViewError: -32002 or -32602 there is no such resource; -32000 the host
 * refused; -32601 it reads no resources, or there is no host.
 * @example
 * const [page] = await readResource("notes://today");
 * @support mcp-apps native `resources/read`
 * @support bare refuses -32601
 * @support chatgpt native `resources/read`
 * @support openai refuses -32601
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export const readResource = /* @__PURE__ */ optional(
  ["serverResources"],
  async (uri: string): Promise<ResourceContents[]> =>
    [object(await ask("resources/read", { uri })).contents ?? []].flat(),
);

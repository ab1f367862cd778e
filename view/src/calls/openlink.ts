import { ViewError } from "../values/error.ts";
import { answered } from "../hosts/platform.ts";
import { has, optional } from "../hosts/support.ts";
import { command } from "../protocol/ask.ts";

/** How a link is opened. */
export interface LinkOptions {
  /**
   * `false` keeps ChatGPT from adding `?redirectUrl=` to links to the view's
   * redirect domains. Other hosts add nothing.
   */
  redirectUrl?: false;
}

/**
 * Opens a page outside the view. The host may ask the user first. Without a host
 * it opens in a new tab, if it is one of `http:`, `https:`, `mailto:`, `tel:`.
 *
 * @param url - An absolute URL.
 * @param options - How it is opened.
 * @returns When the host has taken it.
 * @throws ViewError: -32000 the host refused; -32601 it opens no links; -32602
 * without a host, a URL of another kind.
 * @example
 * button.onclick = () => openLink("https://example.com/");
 * @support mcp-apps native `ui/open-link`
 * @support bare refuses -32601
 * @support chatgpt native `ui/open-link`
 * @support openai native `openExternal`
 * @support mcp-ui native `link`
 * @support standalone fallback a new tab
 */
export const openLink = /* @__PURE__ */ optional(
  ["openLinks", "openExternal"],
  async (url: string, options: LinkOptions = {}): Promise<void> => {
    await answered();
    return command(
      options.redirectUrl === false && has([, "openExternal"]) ? "" : "ui/open-link",
      { url },
      ["openExternal", { href: url, ...options }],
      () => {
        if (!/^(https?|mailto|tel):/i.test(url)) throw new ViewError(-32602, `No ${url} here`);
        open(url, "_blank", "noopener");
      },
    );
  },
);

import { optional } from "../hosts/support.ts";
import { ask } from "../protocol/ask.ts";

/**
 * Says which page ChatGPT's "open in app" button leads to, in place of the app's
 * own.
 *
 * @param url - An absolute URL.
 * @returns When the host has taken it.
 * @throws ViewError: -32601 the host has no such button; -32000 it refused.
 * @example
 * if (setOpenInAppUrl.isSupported()) await setOpenInAppUrl("https://example.com/orders/7");
 * @support mcp-apps refuses -32601
 * @support bare refuses -32601
 * @support chatgpt native `setOpenInAppUrl`
 * @support openai native `setOpenInAppUrl`
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export const setOpenInAppUrl = /* @__PURE__ */ optional(
  [, "setOpenInAppUrl"],
  (url: string): Promise<void> => ask("", {}, ["setOpenInAppUrl", { href: url }]),
);

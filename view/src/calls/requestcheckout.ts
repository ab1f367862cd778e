import { optional } from "../hosts/support.ts";
import { ask } from "../protocol/ask.ts";

/**
 * What is to be paid, as ChatGPT's checkout has it: id, line items, totals in minor
 * units (cents), links, the payment provider. It goes to the host as it is.
 */
export interface CheckoutSession {
  /** The id of the session, the app's own. */
  id?: string;
  /** `"test"` moves no money. */
  payment_mode?: "test" | "live";
  [key: string]: unknown;
}

/**
 * Lets the user pay, in a sheet of the host's own. The app's server needs a tool
 * `complete_checkout`. ChatGPT's alone, and there a private beta.
 *
 * @param session - What is to be paid.
 * @returns The order, as the host gives it.
 * @throws ViewError: -32601 the host has no checkout; -32000 the user or the host
 * refused.
 * @example
 * const order = await requestCheckout({ id: "cart-7", payment_mode: "test", line_items: [] });
 * @support mcp-apps refuses -32601
 * @support bare refuses -32601
 * @support chatgpt native `requestCheckout`
 * @support openai native `requestCheckout`
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export const requestCheckout = /* @__PURE__ */ optional(
  [, "requestCheckout"],
  <Order = unknown>(session: CheckoutSession): Promise<Order> => ask("", {}, ["requestCheckout", session]),
);

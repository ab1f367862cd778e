// calls/requestcheckout.ts
import { optional } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
var requestCheckout = /* @__PURE__ */ optional(
  [, "requestCheckout"],
  (session) => ask("", {}, ["requestCheckout", session])
);
export {
  requestCheckout
};

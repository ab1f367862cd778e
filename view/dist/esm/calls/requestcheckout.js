// calls/requestcheckout.ts
import { ask } from "../protocol/ask.js";
import { optional } from "../hosts/support.js";
var requestCheckout = /* @__PURE__ */ optional(
  [, "requestCheckout"],
  (session) => ask("", {}, ["requestCheckout", session])
);
export {
  requestCheckout
};

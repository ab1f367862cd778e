// checkout.ts
import { ask } from "./ask.js";
import { optional } from "./capability.js";
var requestCheckout = /* @__PURE__ */ optional(
  [, "requestCheckout"],
  (session) => ask("", {}, ["requestCheckout", session])
);
export {
  requestCheckout
};

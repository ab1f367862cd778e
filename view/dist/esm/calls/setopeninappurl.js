// calls/setopeninappurl.ts
import { ask } from "../protocol/ask.js";
import { optional } from "../hosts/support.js";
var setOpenInAppUrl = /* @__PURE__ */ optional(
  [, "setOpenInAppUrl"],
  (url) => ask("", {}, ["setOpenInAppUrl", { href: url }])
);
export {
  setOpenInAppUrl
};

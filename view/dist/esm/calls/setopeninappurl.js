// calls/setopeninappurl.ts
import { optional } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
var setOpenInAppUrl = /* @__PURE__ */ optional(
  [, "setOpenInAppUrl"],
  (url) => ask("", {}, ["setOpenInAppUrl", { href: url }])
);
export {
  setOpenInAppUrl
};

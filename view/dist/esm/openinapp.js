// openinapp.ts
import { ask } from "./ask.js";
import { optional } from "./capability.js";
var setOpenInAppUrl = /* @__PURE__ */ optional(
  [, "setOpenInAppUrl"],
  (url) => ask("", {}, ["setOpenInAppUrl", { href: url }])
);
export {
  setOpenInAppUrl
};

// calls/requestclose.ts
import { read } from "../data/topics.js";
import { hostCapabilities } from "../hosts/host.js";
import { answered } from "../hosts/platform.js";
import { optional } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
import { requestTeardown } from "../protocol/closing.js";
var requestClose = /* @__PURE__ */ optional(["requestTeardown", "requestClose"], async () => {
  await answered();
  const can = read("host") && hostCapabilities().requestTeardown !== false;
  await ask("", {}, ["requestClose"], can ? requestTeardown : void 0);
});
export {
  requestClose
};

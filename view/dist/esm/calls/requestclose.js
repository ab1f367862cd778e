// calls/requestclose.ts
import { ask } from "../protocol/ask.js";
import { optional } from "../hosts/support.js";
import { connected, hostCapabilities } from "../start/connect.js";
import { leave } from "../protocol/closing.js";
import { read } from "../data/topics.js";
var requestClose = /* @__PURE__ */ optional(["requestTeardown", "requestClose"], async () => {
  await connected.catch(() => {
  });
  const can = read("host") && hostCapabilities().requestTeardown !== false;
  await ask("", {}, ["requestClose"], can ? leave : void 0);
});
export {
  requestClose
};

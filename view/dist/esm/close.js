// close.ts
import { ask } from "./ask.js";
import { optional } from "./capability.js";
import { connected, hostCapabilities } from "./connect.js";
import { leave } from "./leave.js";
import { read } from "./store.js";
var requestClose = /* @__PURE__ */ optional(["requestTeardown", "requestClose"], async () => {
  await connected.catch(() => {
  });
  const can = read("host") && hostCapabilities().requestTeardown !== false;
  await ask("", {}, ["requestClose"], can ? leave : void 0);
});
export {
  requestClose
};

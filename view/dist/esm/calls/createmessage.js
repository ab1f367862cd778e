// calls/createmessage.ts
import { object } from "../values/unchecked.js";
import { hostCapabilities } from "../hosts/host.js";
import { answered } from "../hosts/platform.js";
import { optional } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
var createMessage = /* @__PURE__ */ optional(
  ["sampling"],
  async (params, options) => {
    await answered();
    const { sampling } = hostCapabilities();
    const canAsk = sampling && (!params.tools || object(sampling).tools);
    return ask(canAsk ? "sampling/createMessage" : "", params, ["createMessage", params], void 0, options);
  }
);
export {
  createMessage
};

// calls/createmessage.ts
import { ask } from "../protocol/ask.js";
import { optional } from "../hosts/support.js";
import { connected, hostCapabilities } from "../start/connect.js";
import { object } from "../values/unchecked.js";
var createMessage = /* @__PURE__ */ optional(
  ["sampling"],
  async (params, options) => {
    await connected.catch(() => {
    });
    const { sampling } = hostCapabilities();
    const asked = sampling && (!params.tools || object(sampling).tools);
    return ask(asked ? "sampling/createMessage" : "", params, ["createMessage", params], void 0, options);
  }
);
export {
  createMessage
};

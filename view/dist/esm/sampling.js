// sampling.ts
import { ask } from "./ask.js";
import { optional } from "./capability.js";
import { connected, hostCapabilities } from "./connect.js";
import { object } from "./object.js";
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

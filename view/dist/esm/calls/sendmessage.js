// calls/sendmessage.ts
import { plainText, textBlock, toBlocks } from "../values/content.js";
import { isDraftHost } from "../hosts/host.js";
import { answered } from "../hosts/platform.js";
import { has, optional } from "../hosts/support.js";
import { command } from "../protocol/ask.js";
var sendMessage = /* @__PURE__ */ optional(
  ["message", "sendFollowUpMessage"],
  async (message, options = {}) => {
    await answered();
    const list = toBlocks(message);
    if (has([, "sendFollowUpMessage"]) && (options.scrollToBottom === false || !has(["message"])))
      return command("", {}, ["sendFollowUpMessage", { prompt: plainText(list), ...options }]);
    return command("ui/message", { role: "user", content: isDraftHost() ? list[1] ? textBlock(plainText(list)) : list[0] : list });
  }
);
export {
  sendMessage
};

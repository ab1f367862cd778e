// calls/sendmessage.ts
import { has, optional } from "../hosts/support.js";
import { command } from "../protocol/command.js";
import { connected } from "../start/connect.js";
import { blocks, plain, textBlock } from "../values/content.js";
import { isOld } from "../hosts/old.js";
var sendMessage = /* @__PURE__ */ optional(
  ["message", "sendFollowUpMessage"],
  async (content, options = {}) => {
    await connected.catch(() => {
    });
    const list = blocks(content);
    if (has([, "sendFollowUpMessage"]) && (options.scrollToBottom === false || !has(["message"])))
      return command("", {}, ["sendFollowUpMessage", { prompt: plain(list), ...options }]);
    return command("ui/message", { role: "user", content: isOld() ? list[1] ? textBlock(plain(list)) : list[0] : list });
  }
);
export {
  sendMessage
};

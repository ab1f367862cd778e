// message.ts
import { has, optional } from "./capability.js";
import { command } from "./command.js";
import { connected } from "./connect.js";
import { blocks, plain, textBlock } from "./content.js";
import { isOld } from "./old.js";
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

import { plainText, textBlock, toBlocks } from "../values/content.ts";
import type { Content } from "../values/content.ts";
import { isDraftHost } from "../hosts/host.ts";
import { answered } from "../hosts/platform.ts";
import { has, optional } from "../hosts/support.ts";
import { command } from "../protocol/ask.ts";

/** How a message is put into the conversation. */
export interface MessageOptions {
  /**
   * `false` leaves the conversation scrolled to where it is. Only ChatGPT does that,
   * and only for text; other hosts ignore it.
   */
  scrollToBottom?: boolean;
}

/**
 * Puts a message into the conversation, as the user; messages arrive in the order
 * in which they are sent. The host may ask the user first.
 *
 * @param message - A text, a content block, or a list of blocks. Where only
 * `window.openai` or a legacy MCP-UI host is there, text blocks alone can be sent;
 * they are joined by line feeds.
 * @param options - How it is put there.
 * @returns When the host has taken it, which is not when the model has answered.
 * @throws ViewError: -32000 the host refused; -32601 it has no such thing, or
 * there is no host; -32602 a block that is not text where only text can be sent.
 * @example
 * await sendMessage("Compare it with Porto");
 * @support mcp-apps native `ui/message`
 * @support bare refuses -32601
 * @support chatgpt native `ui/message`
 * @support openai native `sendFollowUpMessage`
 * @support mcp-ui native `prompt`
 * @support standalone refuses -32601
 */
export const sendMessage = /* @__PURE__ */ optional(
  ["message", "sendFollowUpMessage"],
  async (message: Content, options: MessageOptions = {}): Promise<void> => {
    await answered();
    const list = toBlocks(message);
    if (has([, "sendFollowUpMessage"]) && (options.scrollToBottom === false || !has(["message"])))
      return command("", {}, ["sendFollowUpMessage", { prompt: plainText(list), ...options }]);
    // In the drafts, the content is one block.
    return command("ui/message", { role: "user", content: isDraftHost() ? (list[1] ? textBlock(plainText(list)) : list[0]) : list });
  },
);

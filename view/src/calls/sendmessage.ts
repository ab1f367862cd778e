import { has, optional } from "../hosts/support.ts";
import { command } from "../protocol/command.ts";
import { connected } from "../start/connect.ts";
import { blocks, plain, textBlock } from "../values/content.ts";
import type { Content } from "../values/content.ts";
import { isOld } from "../hosts/old.ts";

/** How a message is put into the conversation. */
export interface MessageOptions {
  /**
   * `false` leaves the conversation where it is scrolled to. ChatGPT's alone, and
   * only for text; other hosts do as they like.
   */
  scrollToBottom?: boolean;
}

/**
 * Puts a message into the conversation, as the user; messages arrive in the order
 * in which they are sent. The host may ask the user first.
 *
 * @param content - A text, a content block, or a list of blocks. Where only
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
  async (content: Content, options: MessageOptions = {}): Promise<void> => {
    await connected.catch(() => {});
    const list = blocks(content);
    if (has([, "sendFollowUpMessage"]) && (options.scrollToBottom === false || !has(["message"])))
      return command("", {}, ["sendFollowUpMessage", { prompt: plain(list), ...options }]);
    // The old texts have one block where there is a list now.
    return command("ui/message", { role: "user", content: isOld() ? (list[1] ? textBlock(plain(list)) : list[0]) : list });
  },
);

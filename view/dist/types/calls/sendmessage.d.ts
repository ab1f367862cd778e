import type { Content } from "../values/content.js";
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
export declare const sendMessage: import("../index.js").Optional<(message: Content, options?: MessageOptions) => Promise<void>>;

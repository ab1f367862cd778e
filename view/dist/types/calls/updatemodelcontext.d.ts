import type { Content } from "../values/content.js";
/** What the model is to know of the view. */
export interface ModelContext {
    /** For the model to read: a text, a content block, or a list of blocks. */
    content?: Content;
    /** The same as data: a JSON object. */
    data?: object;
}
/**
 * Tells the model what the user sees or has chosen, for its next answer. The model does
 * not answer at once; for that, use {@link sendMessage}. Each call replaces the context
 * of the one before, and `{}` removes it. Where only `window.openai` is there, the
 * model sees the state of {@link setState} instead.
 *
 * @param context - What the model is to know.
 * @returns When the host has taken it.
 * @throws ViewError: -32000 the host refused; -32601 it has no such thing, or there
 * is no host.
 * @example
 * await updateModelContext({ content: "The user has picked Lisbon", data: { city: "Lisbon" } });
 * @support mcp-apps native `ui/update-model-context`
 * @support bare refuses -32601
 * @support chatgpt native `ui/update-model-context`
 * @support openai refuses -32601
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export declare const updateModelContext: import("../index.js").Optional<({ content, data }: ModelContext) => Promise<void>>;

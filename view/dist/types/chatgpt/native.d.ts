/**
 * ChatGPT's own surface, typed, for views that run nowhere else: `window.openai`
 * under its own names, with nothing added but an error that says so where there is
 * no ChatGPT. It sends no handshake and holds nothing.
 *
 * @module
 */
import type { Optional } from "../hosts/support.js";
import type { OpenAI, OpenAIGlobals } from "./globals.js";
export type { Optional } from "../hosts/support.js";
export { ViewError } from "../values/error.js";
export type { DisplayMode, HostContext, Theme, UserLocation } from "../values/types.js";
export type { NativeCheckoutSession, NativeToolResult, OpenAI, OpenAIGlobals, OpenAIMethods, SafeArea, SetGlobalsEvent, StructuredWidgetState, ToolResponseMetadata, UserAgent, } from "./globals.js";
/**
 * Whether there is a ChatGPT: its `window.openai`, which may come late.
 *
 * @example
 * if (!isChatGPT()) document.body.textContent = "Open this in ChatGPT";
 */
export declare const isChatGPT: () => boolean;
/**
 * `window.openai` itself, also under its older names.
 *
 * @returns The host's own object: read it again after each `openai:set_globals`.
 * @throws ViewError -32601: there is no ChatGPT.
 * @example
 * console.log(openai().toolOutput, openai().theme);
 */
export declare const openai: () => OpenAI;
/**
 * Calls `fn` with what has changed in `window.openai`, after it has. Returns a
 * function that ends it.
 *
 * @param fn - Gets the globals that have changed, none of the others.
 * @example
 * const stop = onGlobals(({ theme }) => theme && (document.body.className = theme));
 */
export declare const onGlobals: (fn: (changed: Partial<OpenAIGlobals>) => void) => (() => void);
/**
 * `window.openai.callTool`: calls a tool of the app.
 *
 * @returns The result as ChatGPT gives it; a tool that fails gives one with `isError`.
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const { structuredContent } = await callTool<{ high: number }>("forecast", { city: "Lisbon" });
 */
export declare const callTool: Optional<<D = unknown>(name: string, args?: Record<string, unknown>) => Promise<import("./globals.js").NativeToolResult<D>>>;
/**
 * `window.openai.sendFollowUpMessage`: puts a message into the conversation, as the user.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await sendFollowUpMessage({ prompt: "Compare it with Porto", scrollToBottom: false });
 */
export declare const sendFollowUpMessage: Optional<(message: {
    prompt: string;
    scrollToBottom?: boolean;
}) => Promise<void>>;
/**
 * `window.openai.setWidgetState`: keeps the view's state with the conversation. At
 * once, and without an answer; the model reads it.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * setWidgetState({ modelContent: "The user has picked Lisbon", privateContent: { tab: 2 } });
 */
export declare const setWidgetState: Optional<(state: unknown) => void>;
/**
 * `window.openai.uploadFile`: stores a file in ChatGPT.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const { fileId } = await uploadFile(input.files![0]!, { library: true });
 */
export declare const uploadFile: Optional<(file: File, options?: {
    library?: boolean;
}) => Promise<{
    fileId: string;
}>>;
/**
 * `window.openai.selectFiles`: lets the user choose among stored files.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * if (selectFiles.isSupported()) for (const { fileName } of await selectFiles()) console.log(fileName);
 */
export declare const selectFiles: Optional<() => Promise<{
    fileId: string;
    fileName: string;
    mimeType: string;
}[]>>;
/**
 * `window.openai.getFileDownloadUrl`: where a stored file can be fetched, for a while.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * image.src = (await getFileDownloadUrl({ fileId })).downloadUrl;
 */
export declare const getFileDownloadUrl: Optional<(file: {
    fileId: string;
}) => Promise<{
    downloadUrl: string;
}>>;
/**
 * `window.openai.requestDisplayMode`: asks for more or less room.
 *
 * @returns The mode that the view is in afterwards.
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const { mode } = await requestDisplayMode({ mode: "fullscreen" });
 */
export declare const requestDisplayMode: Optional<(mode: {
    mode: import("./native.js").DisplayMode;
}) => Promise<{
    mode: import("./native.js").DisplayMode;
}>>;
/**
 * `window.openai.requestModal`: opens this view, or the one of `template`, once more
 * in a modal; there it finds `params` in `openai().view`.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await requestModal({ params: { id: 7 }, template: "ui://app/details.html" });
 */
export declare const requestModal: Optional<(modal: {
    title?: string;
    params?: Record<string, unknown>;
    template?: string;
    anchor?: unknown;
}) => Promise<unknown>>;
/**
 * `window.openai.requestClose`: asks ChatGPT to close the view.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * button.onclick = () => requestClose();
 */
export declare const requestClose: Optional<() => Promise<void>>;
/**
 * `window.openai.notifyIntrinsicHeight`: says how high the content is, in CSS pixels.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * notifyIntrinsicHeight(document.documentElement.scrollHeight);
 */
export declare const notifyIntrinsicHeight: Optional<(height: number) => void>;
/**
 * `window.openai.openExternal`: opens a page outside the view.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await openExternal({ href: "https://example.com/", redirectUrl: false });
 */
export declare const openExternal: Optional<(link: {
    href: string;
    redirectUrl?: false;
}) => Promise<void>>;
/**
 * `window.openai.setOpenInAppUrl`: says where "open in app" leads.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await setOpenInAppUrl({ href: "https://example.com/orders/7" });
 */
export declare const setOpenInAppUrl: Optional<(link: {
    href: string;
}) => Promise<void>>;
/**
 * `window.openai.requestCheckout`: takes a payment. A private beta of ChatGPT.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const order = await requestCheckout({ id: "cart-7", payment_mode: "test", line_items: [], totals: [] });
 */
export declare const requestCheckout: Optional<(session: import("./globals.js").NativeCheckoutSession) => Promise<unknown>>;

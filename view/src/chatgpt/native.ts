/**
 * ChatGPT's own surface, typed, for views that run nowhere else: `window.openai`
 * under its own names, with nothing added but an error that says so where there is
 * no ChatGPT. It sends no handshake and holds nothing.
 *
 * @module
 */
import type { Optional } from "../hosts/support.ts";
import { toViewError, ViewError } from "../values/error.ts";
import { openai as find } from "../hosts/openai.ts";
import type { OpenAI, OpenAIGlobals, OpenAIMethods, SetGlobalsEvent } from "./globals.ts";

export type { Optional } from "../hosts/support.ts";
export { ViewError } from "../values/error.ts";
export type { DisplayMode, HostContext, Theme, UserLocation } from "../values/types.ts";
export type {
  NativeCheckoutSession,
  NativeToolResult,
  OpenAI,
  OpenAIGlobals,
  OpenAIMethods,
  SafeArea,
  SetGlobalsEvent,
  StructuredWidgetState,
  ToolResponseMetadata,
  UserAgent,
} from "./globals.ts";

/**
 * Whether there is a ChatGPT: its `window.openai`, which may come late.
 *
 * @example
 * if (!isChatGPT()) document.body.textContent = "Open this in ChatGPT";
 */
export const isChatGPT = (): boolean => !!find();

/**
 * `window.openai` itself, also under its older names.
 *
 * @returns The host's own object: read it again after each `openai:set_globals`.
 * @throws ViewError -32601: there is no ChatGPT.
 * @example
 * console.log(openai().toolOutput, openai().theme);
 */
export const openai = (): OpenAI => {
  const found = find();
  if (!found)
    throw new ViewError(-32601, "No ChatGPT here: window.openai is missing. For other hosts, import from @oriel/view");
  return found as OpenAI;
};

/**
 * Calls `fn` with what has changed in `window.openai`, after it has. Returns a
 * function that ends it.
 *
 * @param fn - Gets the globals that have changed, none of the others.
 * @example
 * const stop = onGlobals(({ theme }) => theme && (document.body.className = theme));
 */
export const onGlobals = (fn: (changed: Partial<OpenAIGlobals>) => void): (() => void) => {
  const hear = (event: Event): void => fn((event as SetGlobalsEvent).detail?.globals ?? {});
  addEventListener("openai:set_globals", hear);
  return () => removeEventListener("openai:set_globals", hear);
};

/** Calls a method, and says what is missing where it can't. */
const call = (name: keyof OpenAIMethods, args: unknown[]): unknown => {
  const target = openai() as Record<string, any>;
  if (typeof target[name] != "function") throw new ViewError(-32601, `This ChatGPT has no ${name}`);
  try {
    return target[name](...args);
  } catch (error) {
    throw toViewError(error);
  }
};

/** A method of window.openai as a function of its own. */
const method = <M extends keyof OpenAIMethods>(name: M): Optional<OpenAIMethods[M]> =>
  Object.assign((...args: unknown[]) => call(name, args), {
    isSupported: () => typeof find()?.[name] == "function",
  }) as unknown as Optional<OpenAIMethods[M]>;

/** … that answers: then nothing is thrown before. */
const promised = <M extends keyof OpenAIMethods>(name: M): Optional<OpenAIMethods[M]> => {
  const now = method(name);
  return Object.assign(
    async (...args: unknown[]) => {
      try {
        return await (now as (...args: unknown[]) => unknown)(...args);
      } catch (error) {
        throw error instanceof ViewError ? error : toViewError(error);
      }
    },
    { isSupported: now.isSupported },
  ) as unknown as Optional<OpenAIMethods[M]>;
};

/**
 * `window.openai.callTool`: calls a tool of the app.
 *
 * @returns The result as ChatGPT gives it; a tool that fails gives one with `isError`.
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const { structuredContent } = await callTool<{ high: number }>("forecast", { city: "Lisbon" });
 */
export const callTool = /* @__PURE__ */ promised("callTool");

/**
 * `window.openai.sendFollowUpMessage`: puts a message into the conversation, as the user.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await sendFollowUpMessage({ prompt: "Compare it with Porto", scrollToBottom: false });
 */
export const sendFollowUpMessage = /* @__PURE__ */ promised("sendFollowUpMessage");

/**
 * `window.openai.setWidgetState`: keeps the view's state with the conversation. At
 * once, and without an answer; the model reads it.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * setWidgetState({ modelContent: "The user has picked Lisbon", privateContent: { tab: 2 } });
 */
export const setWidgetState = /* @__PURE__ */ method("setWidgetState");

/**
 * `window.openai.uploadFile`: stores a file in ChatGPT.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const { fileId } = await uploadFile(input.files![0]!, { library: true });
 */
export const uploadFile = /* @__PURE__ */ promised("uploadFile");

/**
 * `window.openai.selectFiles`: lets the user choose among stored files.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * if (selectFiles.isSupported()) for (const { fileName } of await selectFiles()) console.log(fileName);
 */
export const selectFiles = /* @__PURE__ */ promised("selectFiles");

/**
 * `window.openai.getFileDownloadUrl`: where a stored file can be fetched, for a while.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * image.src = (await getFileDownloadUrl({ fileId })).downloadUrl;
 */
export const getFileDownloadUrl = /* @__PURE__ */ promised("getFileDownloadUrl");

/**
 * `window.openai.requestDisplayMode`: asks for more or less room.
 *
 * @returns The mode that the view is in afterwards.
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const { mode } = await requestDisplayMode({ mode: "fullscreen" });
 */
export const requestDisplayMode = /* @__PURE__ */ promised("requestDisplayMode");

/**
 * `window.openai.requestModal`: opens this view, or the one of `template`, once more
 * in a modal; there it finds `params` in `openai().view`.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await requestModal({ params: { id: 7 }, template: "ui://app/details.html" });
 */
export const requestModal = /* @__PURE__ */ promised("requestModal");

/**
 * `window.openai.requestClose`: asks ChatGPT to close the view.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * button.onclick = () => requestClose();
 */
export const requestClose = /* @__PURE__ */ promised("requestClose");

/**
 * `window.openai.notifyIntrinsicHeight`: says how high the content is, in CSS pixels.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * notifyIntrinsicHeight(document.documentElement.scrollHeight);
 */
export const notifyIntrinsicHeight = /* @__PURE__ */ method("notifyIntrinsicHeight");

/**
 * `window.openai.openExternal`: opens a page outside the view.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await openExternal({ href: "https://example.com/", redirectUrl: false });
 */
export const openExternal = /* @__PURE__ */ promised("openExternal");

/**
 * `window.openai.setOpenInAppUrl`: says where "open in app" leads.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * await setOpenInAppUrl({ href: "https://example.com/orders/7" });
 */
export const setOpenInAppUrl = /* @__PURE__ */ promised("setOpenInAppUrl");

/**
 * `window.openai.requestCheckout`: takes a payment. A private beta of ChatGPT.
 *
 * @throws ViewError: -32601 no ChatGPT, or it has no such method; -32000 refused.
 * @example
 * const order = await requestCheckout({ id: "cart-7", payment_mode: "test", line_items: [], totals: [] });
 */
export const requestCheckout = /* @__PURE__ */ promised("requestCheckout");

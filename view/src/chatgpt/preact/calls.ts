// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../../data/context.ts";
import { requestDisplayMode } from "../../calls/requestdisplaymode.ts";
import { getState, setState } from "../../calls/setstate.ts";
import type { DisplayMode } from "../../values/types.ts";
import {
  callTool,
  getFileDownloadUrl,
  openExternal,
  requestCheckout,
  requestClose,
  requestModal,
  selectFiles,
  sendFollowUpMessage,
  setOpenInAppUrl,
  uploadFile,
} from "../native.ts";
import { useCallback, useRead } from "./library.ts";

// The functions are the same at each render. They reject with a ViewError, as those of ../native.ts say.

/**
 * The view's display mode, and a function that asks for another and resolves with
 * the mode that there is then.
 *
 * @example
 * const [mode, setMode] = useDisplayMode();
 * return h("button", { onClick: () => setMode("fullscreen"), hidden: mode === "fullscreen" }, "Expand");
 */
export const useDisplayMode = (): [mode: DisplayMode, setMode: (mode: DisplayMode) => Promise<DisplayMode>] => [
  useRead(() => context().displayMode ?? "inline"),
  requestDisplayMode,
];

/** Sets the state, or changes what it was. */
export type SetWidgetState<S> = (state: S | null | ((before: S | null) => S | null)) => void;

/**
 * The state that ChatGPT keeps with the conversation, and a function that sets it,
 * as React's own `useState`. The model reads it, but for `privateContent` of the
 * structured form; every component shares it.
 *
 * @param initial - What it is while ChatGPT has kept none; null when left out.
 * @example
 * const [state, setState] = useWidgetState({ tab: 0 });
 * return h("button", { onClick: () => setState((before) => ({ tab: before!.tab + 1 })) }, state?.tab);
 */
export function useWidgetState<S>(initial: S): [state: S, setState: (state: S | ((before: S) => S)) => void];
export function useWidgetState<S = Record<string, unknown>>(initial?: S | null): [state: S | null, setState: SetWidgetState<S>];
export function useWidgetState<S>(initial: S | null = null): [S | null, SetWidgetState<S>] {
  const kept = useRead(() => getState<S>());
  const set: SetWidgetState<S> = useCallback((state) => {
    setState(typeof state === "function" ? (state as (before: S | null) => S | null)(getState<S>() ?? initial) : state);
    // What it is at first may be an object made anew at each render.
  }, []);
  return [kept ?? initial, set];
}

/**
 * Calls a tool of the app.
 *
 * @example
 * const callTool = useCallTool();
 * const { structuredContent } = await callTool("forecast", { city: "Lisbon" });
 */
export const useCallTool = (): typeof callTool => callTool;

const openLink = (url: string, options?: { redirectUrl?: false }): Promise<void> =>
  openExternal({ href: url, ...options });

/**
 * Opens a page outside the view.
 *
 * @example
 * const openLink = useOpenLink();
 * return h("button", { onClick: () => openLink("https://example.com/") }, "More");
 */
export const useOpenLink = (): typeof openLink => openLink;

const sendMessage = (prompt: string, options?: { scrollToBottom?: boolean }): Promise<void> =>
  sendFollowUpMessage({ prompt, ...options });

/**
 * Puts a message into the conversation, as the user.
 *
 * @example
 * const sendMessage = useSendMessage();
 * await sendMessage("Compare it with Porto");
 */
export const useSendMessage = (): typeof sendMessage => sendMessage;

/**
 * Stores a file in ChatGPT.
 *
 * @example
 * const uploadFile = useUploadFile();
 * const { fileId } = await uploadFile(file);
 */
export const useUploadFile = (): typeof uploadFile => uploadFile;

const files = { uploadFile, selectFiles, getFileDownloadUrl };

/**
 * All that ChatGPT does with files.
 *
 * @example
 * const { selectFiles, getFileDownloadUrl } = useFiles();
 * const [file] = await selectFiles();
 * if (file) image.src = (await getFileDownloadUrl(file)).downloadUrl;
 */
export const useFiles = (): typeof files => files;

/**
 * Opens this view, or another, once more in a modal of ChatGPT's.
 *
 * @example
 * const requestModal = useRequestModal();
 * await requestModal({ params: { id: 7 } });
 */
export const useRequestModal = (): typeof requestModal => requestModal;

/**
 * Asks ChatGPT to close the view.
 *
 * @example
 * const close = useClose();
 * return h("button", { onClick: () => close() }, "Done");
 */
export const useClose = (): typeof requestClose => requestClose;

/**
 * Says where "open in app" leads.
 *
 * @example
 * const setOpenInAppUrl = useOpenInAppUrl();
 * await setOpenInAppUrl({ href: "https://example.com/orders/7" });
 */
export const useOpenInAppUrl = (): typeof setOpenInAppUrl => setOpenInAppUrl;

/**
 * Takes a payment. A private beta of ChatGPT.
 *
 * @example
 * const requestCheckout = useCheckout();
 * const order = await requestCheckout({ id: "cart-7", payment_mode: "test" });
 */
export const useCheckout = (): typeof requestCheckout => requestCheckout;

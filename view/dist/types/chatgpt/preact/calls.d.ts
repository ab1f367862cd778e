import type { DisplayMode } from "../../values/types.js";
import { callTool, requestCheckout, requestClose, requestModal, setOpenInAppUrl, uploadFile } from "../native.js";
/**
 * The view's display mode, and a function that asks for another and resolves with
 * the mode that there is then.
 *
 * @example
 * const [mode, setMode] = useDisplayMode();
 * return h("button", { onClick: () => setMode("fullscreen"), hidden: mode === "fullscreen" }, "Expand");
 */
export declare const useDisplayMode: () => [mode: DisplayMode, setMode: (mode: DisplayMode) => Promise<DisplayMode>];
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
export declare function useWidgetState<S>(initial: S): [state: S, setState: (state: S | ((before: S) => S)) => void];
export declare function useWidgetState<S = Record<string, unknown>>(initial?: S | null): [state: S | null, setState: SetWidgetState<S>];
/**
 * Calls a tool of the app.
 *
 * @example
 * const callTool = useCallTool();
 * const { structuredContent } = await callTool("forecast", { city: "Lisbon" });
 */
export declare const useCallTool: () => typeof callTool;
declare const openLink: (url: string, options?: {
    redirectUrl?: false;
}) => Promise<void>;
/**
 * Opens a page outside the view.
 *
 * @example
 * const openLink = useOpenLink();
 * return h("button", { onClick: () => openLink("https://example.com/") }, "More");
 */
export declare const useOpenLink: () => typeof openLink;
declare const sendMessage: (prompt: string, options?: {
    scrollToBottom?: boolean;
}) => Promise<void>;
/**
 * Puts a message into the conversation, as the user.
 *
 * @example
 * const sendMessage = useSendMessage();
 * await sendMessage("Compare it with Porto");
 */
export declare const useSendMessage: () => typeof sendMessage;
/**
 * Stores a file in ChatGPT.
 *
 * @example
 * const uploadFile = useUploadFile();
 * const { fileId } = await uploadFile(file);
 */
export declare const useUploadFile: () => typeof uploadFile;
declare const files: {
    uploadFile: import("./index.js").Optional<(file: File, options?: {
        library?: boolean;
    }) => Promise<{
        fileId: string;
    }>>;
    selectFiles: import("./index.js").Optional<() => Promise<{
        fileId: string;
        fileName: string;
        mimeType: string;
    }[]>>;
    getFileDownloadUrl: import("./index.js").Optional<(file: {
        fileId: string;
    }) => Promise<{
        downloadUrl: string;
    }>>;
};
/**
 * All that ChatGPT does with files.
 *
 * @example
 * const { selectFiles, getFileDownloadUrl } = useFiles();
 * const [file] = await selectFiles();
 * if (file) image.src = (await getFileDownloadUrl(file)).downloadUrl;
 */
export declare const useFiles: () => typeof files;
/**
 * Opens this view, or another, once more in a modal of ChatGPT's.
 *
 * @example
 * const requestModal = useRequestModal();
 * await requestModal({ params: { id: 7 } });
 */
export declare const useRequestModal: () => typeof requestModal;
/**
 * Asks ChatGPT to close the view.
 *
 * @example
 * const close = useClose();
 * return h("button", { onClick: () => close() }, "Done");
 */
export declare const useClose: () => typeof requestClose;
/**
 * Says where "open in app" leads.
 *
 * @example
 * const setOpenInAppUrl = useOpenInAppUrl();
 * await setOpenInAppUrl({ href: "https://example.com/orders/7" });
 */
export declare const useOpenInAppUrl: () => typeof setOpenInAppUrl;
/**
 * Takes a payment. A private beta of ChatGPT.
 *
 * @example
 * const requestCheckout = useCheckout();
 * const order = await requestCheckout({ id: "cart-7", payment_mode: "test" });
 */
export declare const useCheckout: () => typeof requestCheckout;
export {};

/** Closes a modal. {@link requestModal} resolves with the argument. */
export type CloseModal = (result?: unknown) => void;
/** What a modal shows. A host with modals of its own gets all but `content`. */
export interface ModalOptions {
    /** What the modal is called, for the eyes and for screen readers. */
    title?: string;
    /** For the view in the host's modal, as `context().view.params`, and for `content`. */
    params?: Record<string, unknown>;
    /** The `ui://` URI of the view that the host's modal shows; left out: this one. */
    template?: string;
    /** The element that the modal belongs to, in older versions of ChatGPT. */
    anchor?: unknown;
    /**
     * Shown where the host has no modals: an element, or a function that fills one
     * before it is shown.
     */
    content?: Node | ((root: HTMLElement, close: CloseModal, params: Record<string, unknown>) => void);
}
/**
 * Shows a modal. ChatGPT opens the view, or the one of `template`, once more, with
 * `"modal"` as `context().view.mode`, and the promise resolves with ChatGPT's answer.
 * Other hosts show `content` in a `<dialog>` of the view. The view grows for it if its
 * size is automatic. The promise resolves when the dialog is closed: with the result,
 * or with undefined when the user dismissed it by Escape, its button, or a press
 * beside it.
 *
 * The dialog uses the host's `--color-background-primary`, `--color-text-primary` and
 * `--border-radius-lg`; without them it follows the colour scheme. The first focusable
 * element of the content gets the focus. When the dialog is closed, the focus returns
 * to where it was.
 *
 * @param options - What it shows.
 * @returns The argument of `close`.
 * @throws ViewError: -32601 the host has no modals and there is no content; -32000
 * the host refused.
 * @example
 * const sure = await requestModal({
 *   title: "Delete the list?",
 *   content: (root, close) => {
 *     const button = document.createElement("button");
 *     button.textContent = "Delete";
 *     button.onclick = () => close(true);
 *     root.append(button);
 *   },
 * });
 *
 * @support mcp-apps fallback a dialog in the view
 * @support bare fallback a dialog in the view
 * @support chatgpt native `requestModal`
 * @support openai native `requestModal`
 * @support mcp-ui fallback a dialog in the view
 * @support standalone fallback a dialog in the view
 */
export declare const requestModal: import("../index.js").Optional<({ content, ...rest }?: ModalOptions) => Promise<unknown>>;

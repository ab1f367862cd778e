/** Closes a modal; what it is given is what {@link requestModal} resolves with. */
export type CloseModal = (result?: unknown) => void;
/** What a modal shows. All but `content` goes to a host that has modals. */
export interface ModalOptions {
    /** What the modal is called, for the eyes and for screen readers. */
    title?: string;
    /** For the view in the host's modal, as `context().view.params`, and for `content`. */
    params?: Record<string, unknown>;
    /** The `ui://` URI of the view that the host's modal shows; left out: this one. */
    template?: string;
    /** Where the host's modal comes from, as older versions of ChatGPT have it. */
    anchor?: unknown;
    /**
     * What is shown where the host has no modals: an element, or a function that fills
     * one before it is shown.
     */
    content?: Node | ((root: HTMLElement, close: CloseModal, params: Record<string, unknown>) => void);
}
/**
 * Shows a modal. ChatGPT opens the view, or the one of `template`, once more, with
 * `"modal"` as `context().view.mode`, and it resolves with what ChatGPT answers.
 * Elsewhere `content` is shown in a `<dialog>` of the view, which grows for it where
 * its size is automatic: it resolves when that is closed, with the result, or with
 * undefined when the user dismissed it by Escape, its button, or a press beside it.
 *
 * The dialog takes the host's `--color-background-primary`, `--color-text-primary`,
 * and `--border-radius-lg`, and without them follows the
 * colour scheme. The focus goes to the first thing in the content that can have it, and
 * in the end returns to where it was.
 *
 * @param options - What it shows.
 * @returns What it was closed with.
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

import { ViewError } from "../values/error.ts";
import { optional } from "../hosts/support.ts";
import { callOpenAI } from "../protocol/ask.ts";

/**
 * The dialog: a box that scrolls, and in it the close button, the title, and an empty
 * element for the content. Browsers limit a dialog to the frame's height minus 2 em and 6 pixels.
 */
const markup =
  '<dialog style="padding:0;background:var(--color-background-primary,Canvas);color:var(--color-text-primary,CanvasText);border:1px solid #8888;border-radius:var(--border-radius-lg,8px)"><div style="padding:16px;max-height:calc(100vh - 3em);box-sizing:border-box"><button style="float:right" aria-label=Close disabled>×</button><b></b><div>';

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
export const requestModal = /* @__PURE__ */ optional(
  [, "requestModal"],
  ({ content, ...rest }: ModalOptions = {}): Promise<unknown> =>
    callOpenAI(
      "requestModal",
      [rest],
      () =>
        new Promise((resolve) => {
          if (!content) throw new ViewError(-32601, "No modal here");
          const { title = "", params = {} } = rest;
          const { body } = document;
          const { minHeight } = body.style;
          body.insertAdjacentHTML("beforeend", markup);
          const dialog = body.lastElementChild as HTMLDialogElement;
          const [box, button, heading, root] = dialog.querySelectorAll<HTMLButtonElement>("*");
          let result: unknown;
          const close: CloseModal = (value) => {
            result = value;
            // The content may close the dialog before it is shown.
            queueMicrotask(() => dialog.close());
          };
          heading!.textContent = title;
          dialog.ariaLabel = title || document.title;
          try {
            if (typeof content == "function") content(root!, close, params);
            else root!.append(content);
          } catch (error) {
            dialog.remove();
            throw error;
          }
          button!.onclick = () => close();
          // A click outside may also be the end of a text selection that began inside.
          let outside: boolean;
          dialog.onpointerdown = ({ target }) => (outside = target === dialog);
          dialog.onclick = ({ target }) => target === dialog && outside && close();
          dialog.onclose = () => {
            dialog.remove();
            resolve(result);
          };
          dialog.showModal();
          // Disabled button and hidden overflow have let the content get the focus.
          button!.disabled = false;
          box!.style.overflow = "auto";
          // A dialog takes no room in the page, so the body gets a minimum height. The observer is also called when the dialog closes.
          let contentHeight: number, frameHeight: number;
          new ResizeObserver(() => {
            const { scrollHeight } = box!;
            // Content that changes by no more than the frame has changed takes its height from the frame.
            if (!dialog.open) body.style.minHeight = minHeight;
            else if (!contentHeight || Math.abs(scrollHeight - contentHeight) > Math.abs(innerHeight - frameHeight))
              body.style.minHeight = `calc(${scrollHeight}px + 3em)`;
            contentHeight = scrollHeight;
            frameHeight = innerHeight;
          }).observe(root!);
        }),
    ),
);

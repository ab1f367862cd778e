import { optional } from "../hosts/support.ts";
import { ViewError } from "../values/error.ts";
import { prefer } from "../protocol/prefer.ts";

/**
 * A dialog: in it the part that scrolls, with the button, the title, and the place of
 * the content. Browsers leave it all but 2 em and 6 pixels of the frame's height.
 */
const markup =
  '<dialog style="padding:0;background:var(--color-background-primary,Canvas);color:var(--color-text-primary,CanvasText);border:1px solid #8888;border-radius:var(--border-radius-lg,8px)"><div style="padding:16px;max-height:calc(100vh - 3em);box-sizing:border-box"><button style="float:right" aria-label=Close disabled>×</button><b></b><div>';

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
export const requestModal = /* @__PURE__ */ optional(
  [, "requestModal"],
  ({ content, ...rest }: ModalOptions = {}): Promise<unknown> =>
    prefer(
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
            // The content may be done before it is shown.
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
          // A click alone may be the end of a selection that began inside.
          let outside: boolean;
          dialog.onpointerdown = ({ target }) => (outside = target === dialog);
          dialog.onclick = ({ target }) => target === dialog && outside && close();
          dialog.onclose = () => {
            dialog.remove();
            resolve(result);
          };
          dialog.showModal();
          // The focus is in the content by now: past the button, and past what scrolls.
          button!.disabled = false;
          box!.style.overflow = "auto";
          // A dialog takes no room by itself. Also told when it is gone.
          let tall: number, frame: number;
          new ResizeObserver(() => {
            const { scrollHeight } = box!;
            // Content that moves no further than the frame has moved follows it.
            if (!dialog.open) body.style.minHeight = minHeight;
            else if (!tall || Math.abs(scrollHeight - tall) > Math.abs(innerHeight - frame))
              body.style.minHeight = `calc(${scrollHeight}px + 3em)`;
            tall = scrollHeight;
            frame = innerHeight;
          }).observe(root!);
        }),
    ),
);

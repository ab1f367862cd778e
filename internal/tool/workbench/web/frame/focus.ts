// Browsers allow a frame to take the focus at any time. While a person types, the rest of the text would go to the view.

const TYPING_MS = 1500;
/** A frame can get a focus that it requested before `end()` up to this much later; then it is returned to the field. */
const LATE_MS = 250;

export class FocusGuard {
  readonly #frame: HTMLIFrameElement;
  readonly #stolen: () => void;
  #field: HTMLElement | undefined;
  #typed = -Infinity;
  readonly #key = (event: KeyboardEvent) => this.#pressed(event);
  readonly #blur = () => this.#left();

  /** Calls `stolen` each time that the frame has taken the focus and it was returned. */
  constructor(frame: HTMLIFrameElement, stolen: () => void) {
    this.#frame = frame;
    this.#stolen = stolen;
    addEventListener("keydown", this.#key, true);
    addEventListener("blur", this.#blur);
  }

  end(): void {
    removeEventListener("keydown", this.#key, true);
    removeEventListener("blur", this.#blur);
    const field = this.#field;
    if (field && performance.now() - this.#typed < TYPING_MS) {
      setTimeout(() => {
        const holder = document.activeElement;
        if (field.isConnected && (holder === this.#frame || holder === document.body)) {
          field.focus();
        }
      }, LATE_MS);
    }
  }

  #pressed(event: KeyboardEvent): void {
    const field = event.target;
    const typing = event.key !== "Tab" && field instanceof HTMLElement && isField(field);
    this.#field = typing ? field : undefined;
    this.#typed = typing ? performance.now() : -Infinity;
  }

  // People move the focus into the frame with the pointer over it, or with the Tab key; anything else is the view.
  #left(): void {
    const field = this.#field;
    if (
      field?.isConnected &&
      document.activeElement === this.#frame &&
      performance.now() - this.#typed < TYPING_MS &&
      !this.#frame.matches(":hover")
    ) {
      // The browser is still moving the focus, so wait until it has finished.
      setTimeout(() => {
        this.#frame.blur();
        field.focus();
        this.#stolen();
      });
    }
  }
}

function isField(element: HTMLElement): boolean {
  return element.matches("input, textarea, select") || element.isContentEditable;
}

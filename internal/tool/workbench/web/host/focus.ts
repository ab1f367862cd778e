// Browsers let a frame take the keyboard by itself. In the middle of a word that
// would send the rest of it to the view.

const TYPING_MS = 1500;
/** How long after its end a view's frame may still get the focus that it has asked for before. */
const LATE_MS = 250;

export class FocusGuard {
  readonly #frame: HTMLIFrameElement;
  readonly #stolen: () => void;
  #field: HTMLElement | undefined;
  #typed = -Infinity;
  readonly #key = (event: KeyboardEvent) => this.#pressed(event);
  readonly #blur = () => this.#left();

  /** Calls `stolen` each time that the focus was taken and has been given back. */
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

  // A person gets into the frame with the pointer over it, or by the Tab key.
  #left(): void {
    const field = this.#field;
    if (
      field?.isConnected &&
      document.activeElement === this.#frame &&
      performance.now() - this.#typed < TYPING_MS &&
      !this.#frame.matches(":hover")
    ) {
      // The browser is still moving the focus; it would go on after this.
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

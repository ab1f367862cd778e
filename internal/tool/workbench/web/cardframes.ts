// The frames in a card: the visible one, with the height that its view requests, and hidden ones that will replace it.

import type { CardSpace } from "./cardspace.ts";
import { SizeGuard } from "./frame/size.ts";
import type { Theme } from "./wire.ts";

const FIRST_HEIGHT = 320;

export class CardFrames {
  readonly #stage: HTMLElement;
  readonly #space: CardSpace;
  readonly #theme: () => Theme;
  #shown: HTMLIFrameElement | undefined;
  #guard = new SizeGuard({}, FIRST_HEIGHT);
  /** The height that the visible view asked for last. */
  #asked = 0;
  /** The frame that will replace the visible one. */
  #next: { frame: HTMLIFrameElement; guard: SizeGuard } | undefined;

  constructor(stage: HTMLElement, space: CardSpace, theme: () => Theme) {
    this.#stage = stage;
    this.#space = space;
    this.#theme = theme;
  }

  /** The visible frame. */
  get shown(): HTMLIFrameElement | undefined {
    return this.#shown;
  }

  /** The height that the visible view asks for, if its host cuts it off. */
  get clipped(): number | undefined {
    return this.#asked > this.#guard.height && this.#asked > (this.#space.limits().maxHeight ?? Infinity)
      ? this.#asked
      : undefined;
  }

  /** Removes all frames. The next one gets the host's height, if it has one. */
  clear(height: number | undefined): void {
    this.#shown = undefined;
    this.#next = undefined;
    this.#asked = 0;
    this.#guard = new SizeGuard(this.#space.limits(), height || FIRST_HEIGHT);
  }

  /** The visible frame was removed. */
  forget(): void {
    this.#shown = undefined;
  }

  mount(frame: HTMLIFrameElement): void {
    this.#shown = frame;
    frame.dataset["testid"] = "view";
    frame.inert = false;
    this.#applyStyle(frame);
    this.#keepOnly(frame);
  }

  standBy(frame: HTMLIFrameElement): void {
    frame.dataset["testid"] = "view-standby";
    frame.inert = true;
    this.#applyStyle(frame);
    this.#stage.append(frame);
  }

  prepare(frame: HTMLIFrameElement): void {
    this.#next = { frame, guard: new SizeGuard(this.#space.limits(), this.#guard.height) };
    frame.dataset["testid"] = "view-next";
    frame.inert = true;
    this.#applyStyle(frame);
    this.#append(frame);
  }

  swap(frame: HTMLIFrameElement): void {
    const old = this.#shown;
    if (old) {
      old.dataset["testid"] = "view-before";
      old.inert = true;
    }
    if (this.#next?.frame === frame) {
      this.#guard = this.#next.guard;
    }
    this.#next = undefined;
    this.#shown = frame;
    frame.dataset["testid"] = "view";
    frame.inert = false;
  }

  themeChanged(): void {
    for (const frame of [this.#shown, this.#next?.frame]) {
      frame?.style.setProperty("color-scheme", this.#theme());
    }
  }

  /** Sets the height that a view requests; "loop" if each new height makes it request another one. */
  resize(frame: HTMLIFrameElement, height: number): "resized" | "loop" | undefined {
    this.#asked = Math.round(height);
    const guard = frame === this.#next?.frame ? this.#next.guard : frame === this.#shown ? this.#guard : undefined;
    const decision = guard?.ask(height, performance.now());
    if (!guard || !decision) {
      return undefined;
    }
    if ("height" in decision) {
      frame.style.height = `${decision.height}px`;
      return "resized";
    }
    if (decision.ignored !== "loop") {
      return undefined;
    }
    frame.style.height = `${guard.height}px`;
    return "loop";
  }

  /** The host's limits have changed. */
  limitsChanged(): void {
    const limits = this.#space.limits();
    const height = Math.min(Math.max(this.#guard.height, this.#asked), limits.maxHeight || Infinity);
    this.#guard = new SizeGuard(limits, height);
    if (this.#shown) {
      this.#shown.style.height = `${height}px`;
    }
  }

  #keepOnly(frame: HTMLIFrameElement): void {
    for (const other of [...this.#stage.children]) {
      if (other !== frame) {
        other.remove();
      }
    }
    this.#append(frame);
  }

  // Moving a frame in the document would reload it.
  #append(frame: HTMLIFrameElement): void {
    if (frame.parentElement !== this.#stage) {
      this.#stage.append(frame);
    }
  }

  #applyStyle(frame: HTMLIFrameElement): void {
    frame.style.colorScheme = this.#theme();
    frame.style.height = `${this.#guard.height}px`;
  }
}

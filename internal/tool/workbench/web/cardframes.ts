// The frames in a card's stage: the one in sight, with the height that its view asks
// for, and those that wait out of sight to follow it.

import type { CardSpace } from "./cardspace.ts";
import { SizeGuard } from "./host/size.ts";
import type { Theme } from "./wire.ts";

const FIRST_HEIGHT = 320;

export class CardFrames {
  readonly #stage: HTMLElement;
  readonly #space: CardSpace;
  readonly #theme: () => Theme;
  #shown: HTMLIFrameElement | undefined;
  #guard = new SizeGuard({}, FIRST_HEIGHT);
  /** The frame that is to replace the one in sight. */
  #next: { frame: HTMLIFrameElement; guard: SizeGuard } | undefined;

  constructor(stage: HTMLElement, space: CardSpace, theme: () => Theme) {
    this.#stage = stage;
    this.#space = space;
    this.#theme = theme;
  }

  /** The frame in sight. */
  get shown(): HTMLIFrameElement | undefined {
    return this.#shown;
  }

  /** Begins anew, at a host's own height if it has one. */
  clear(height: number | undefined): void {
    this.#shown = undefined;
    this.#next = undefined;
    this.#guard = new SizeGuard(this.#space.limits(), height || FIRST_HEIGHT);
  }

  /** There is nothing in sight any more, but there may be again. */
  forget(): void {
    this.#shown = undefined;
  }

  mount(frame: HTMLIFrameElement): void {
    this.#shown = frame;
    frame.dataset["testid"] = "view";
    frame.inert = false;
    this.#dress(frame);
    this.#keepOnly(frame);
  }

  standBy(frame: HTMLIFrameElement): void {
    frame.dataset["testid"] = "view-standby";
    frame.inert = true;
    this.#dress(frame);
    this.#stage.append(frame);
  }

  prepare(frame: HTMLIFrameElement): void {
    this.#next = { frame, guard: new SizeGuard(this.#space.limits(), this.#guard.height) };
    frame.dataset["testid"] = "view-next";
    frame.inert = true;
    this.#dress(frame);
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

  /** Follows a view's wish for a height; "loop" when wish and height chase each other. */
  resize(frame: HTMLIFrameElement, height: number): "resized" | "loop" | undefined {
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

  #keepOnly(frame: HTMLIFrameElement): void {
    for (const other of [...this.#stage.children]) {
      if (other !== frame) {
        other.remove();
      }
    }
    this.#append(frame);
  }

  // A frame that is moved begins anew.
  #append(frame: HTMLIFrameElement): void {
    if (frame.parentElement !== this.#stage) {
      this.#stage.append(frame);
    }
  }

  #dress(frame: HTMLIFrameElement): void {
    frame.style.colorScheme = this.#theme();
    frame.style.height = `${this.#guard.height}px`;
  }
}

// The room that a host gives to a view, at the width there is.

import type { Container, DisplayMode, Profile } from "./wire.ts";

const SETTLE_MS = 150;

export class CardSpace {
  readonly #profile: Profile;
  readonly #stage: HTMLElement;
  readonly #mode: () => DisplayMode;
  readonly #observer: ResizeObserver;
  #told: Container | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** seen is called at each change, changed with the room when it has settled. */
  constructor(
    profile: Profile,
    stage: HTMLElement,
    mode: () => DisplayMode,
    seen: () => void,
    changed: (container: Container) => void,
  ) {
    this.#profile = profile;
    this.#stage = stage;
    this.#mode = mode;
    this.#observer = new ResizeObserver(() => {
      if (stage.clientWidth === 0) {
        return; // out of sight, not narrower
      }
      seen();
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.#settled(changed), SETTLE_MS);
    });
    this.#observer.observe(stage);
  }

  end(): void {
    this.#observer.disconnect();
    clearTimeout(this.#settling);
  }

  // A fixed height stays; but ChatGPT documents that its views set their own,
  // so what was measured there is only the height they start with.
  limits(): Container {
    const { height, ...rest } = this.#profile.container;
    return height && this.#profile.ui === "mcp-apps" ? { ...rest, height, maxHeight: height } : rest;
  }

  /** What the view really has, to be told to it: the host's numbers, at the width there is. */
  container(): Container {
    this.#told = this.#measure();
    return this.#told;
  }

  #measure(): Container {
    const width = this.#stage.clientWidth;
    if (this.#mode() !== "inline") {
      return { width, height: this.#stage.clientHeight };
    }
    const own = this.limits();
    return own.maxWidth && !own.width
      ? { ...own, maxWidth: Math.min(own.maxWidth, width || own.maxWidth) }
      : { ...own, width: width || own.width };
  }

  #settled(changed: (container: Container) => void): void {
    if (this.#stage.clientWidth === 0) {
      return;
    }
    const { width, maxWidth } = this.#measure();
    const same = width === this.#told?.width && maxWidth === this.#told?.maxWidth && this.#mode() === "inline";
    if (this.#told && !same) {
      changed(this.container());
    }
  }
}

// The size that a host gives to a view, limited by the width of the card.

import type { Container, DisplayMode, Profile } from "./wire.ts";

const SETTLE_MS = 150;

export class CardSpace {
  readonly #profile: Profile;
  readonly #stage: HTMLElement;
  readonly #mode: () => DisplayMode;
  readonly #observer: ResizeObserver;
  /** A size that the person has chosen instead of the host's. */
  device: { width: number; height: number } | undefined;
  #reported: Container | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** seen is called at each change of the size, and changed once the size has been stable for a moment. */
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
        return; // hidden
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

  // A fixed height is also the maximum. But ChatGPT documents that its views set their own height, so its measured
  // height is only the initial one.
  limits(): Container {
    const { height, ...rest } = this.#profile.container;
    const own = height && this.#profile.ui === "mcp-apps" ? { ...rest, height, maxHeight: height } : rest;
    if (!this.device) {
      return own;
    }
    const { width, height: most } = this.device;
    return { width, maxHeight: Math.min(most, own.maxHeight || Infinity) };
  }

  /** The width of the view, in whole pixels. */
  get width(): number {
    const { paddingLeft, paddingRight } = getComputedStyle(this.#stage);
    return Math.round(this.#stage.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
  }

  /** The size to report to the view: the host's limits, at the actual width. */
  container(): Container {
    this.#reported = this.#measure();
    return this.#reported;
  }

  #measure(): Container {
    const { width } = this;
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
    const same = width === this.#reported?.width && maxWidth === this.#reported?.maxWidth && this.#mode() === "inline";
    if (this.#reported && !same) {
      changed(this.container());
    }
  }
}

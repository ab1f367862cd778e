// The stop button and progress of a running tool call, for all kinds of cards.

import { fill, h, icon } from "./dom.ts";
import { leave } from "./focus.ts";
import { share } from "./format.ts";
import type { Profile, Progress } from "./wire.ts";

/** The button that stops a call. It is hidden if there is no call. */
export class StopButton {
  readonly element: HTMLButtonElement;
  readonly #near: () => HTMLElement | null;
  #stop: (() => void) | undefined;

  /** near gets the focus when the button is hidden. */
  constructor(profile: Profile, near: () => HTMLElement | null) {
    this.#near = near;
    this.element = h(
      "button",
      {
        type: "button",
        class: "button stop",
        data: { testid: "stop", profile: profile.id },
        "aria-label": `Stop the tool call in ${profile.title}`,
        hidden: true,
        on: { click: () => this.#clicked() },
      },
      icon("stop"),
      "Stop",
    );
  }

  /** Sets the function that stops the call; undefined when the call is over. */
  calling(stop: (() => void) | undefined): void {
    this.#stop = stop;
    if (!stop) {
      leave(this.element, this.#near());
    }
    this.element.hidden = stop === undefined;
    this.element.disabled = false;
  }

  #clicked(): void {
    leave(this.element, this.#near());
    this.element.disabled = true;
    this.#stop?.();
  }
}

export class ProgressText {
  readonly element = h("p", { class: "card-progress-words clamped", dir: "auto" });

  get text(): string {
    return this.element.textContent;
  }

  show({ progress, total, message }: Progress): void {
    const done = share(progress, total);
    const amount = done === undefined ? String(progress) : `${Math.round(done * 100)} %`;
    fill(this.element, h("span", { class: "count" }, amount), message ? ` ${message}` : null);
  }

  clear(): void {
    fill(this.element);
  }
}

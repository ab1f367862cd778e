// Says above a view that it is narrower than in the host.

import { h } from "./dom.ts";
import type { Profile } from "./wire.ts";

export class CardWidth {
  readonly element: HTMLButtonElement;
  readonly #own: number;

  /** widen is called when the person wants the host's own width. */
  constructor({ container }: Profile, widen: () => void) {
    this.#own = container.width || container.maxWidth || 0;
    this.element = h("button", {
      type: "button",
      class: "card-width",
      hidden: true,
      data: { testid: "card-width" },
      on: { click: widen },
    });
  }

  /** Shows the width of an inline view; undefined if it has another mode, or its width is the person's choice. */
  show(width: number | undefined): void {
    this.element.hidden = width === undefined || width === 0 || width >= this.#own;
    this.element.textContent = `${width} of ${this.#own} px`;
    this.element.title = `In the host, the view is ${this.#own} px wide. Click to show all cards as wide as in their hosts, as far as the window allows.`;
  }
}

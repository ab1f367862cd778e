// The button that shows the known facts about a host, with their sources, and about its view.

import { problemOf } from "./api.ts";
import { fill, h } from "./dom.ts";
import { later } from "./loadlater.ts";
import type { Negotiation } from "./negotiation.ts";
import { popover } from "./popover.ts";
import type { Profile, ViewDocument } from "./wire.ts";

export class Facts {
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  #view: ViewDocument | undefined;

  /** negotiation is that of the host and its view, if there is one. */
  constructor(profile: Profile, negotiation: () => Negotiation | undefined = () => undefined) {
    const { button, panel } = popover(
      {
        name: "info",
        kind: "facts",
        label: `About ${profile.title}`,
        title: `What is known of ${profile.title}`,
      },
      async () => {
        try {
          const { factList } = await later();
          fill(panel, ...factList(profile, this.#view, negotiation()));
        } catch (error) {
          fill(panel, h("p", { class: "quiet problem", role: "alert" }, problemOf(error).message));
        }
      },
    );
    this.button = button;
    this.panel = panel;
  }

  setView(view: ViewDocument | undefined): void {
    this.#view = view;
  }
}

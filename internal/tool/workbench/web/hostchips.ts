import { AUTOMATIC } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { fill, h } from "./dom.ts";
import type { Profile } from "./wire.ts";

/** Hosts that are always visible; others are shown if they are selected, or after a click. */
const USUAL = [AUTOMATIC, "claude", "chatgpt", "mcp-ui", "vscode", "generic", "text"];

/** The chips in the rail that select the hosts to run in. */
export class HostChips {
  readonly element = h("div", { class: "chips", role: "group", "aria-label": "Hosts to run in" });
  readonly #bench: Bench;
  #all = false;

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.chosen.watch(() => this.#render());
    bench.run.changed(() => {
      this.#all = false;
      this.#render();
    });
  }

  #render(): void {
    const profiles = this.#bench.profiles();
    const chosen = this.#bench.chosen.value;
    const usual = profiles.filter((one) => USUAL.includes(one.id) || chosen.includes(one.id));
    const hidden = profiles.length - usual.length;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["profile"];
    fill(
      this.element,
      ...(this.#all ? profiles : usual).map((one) => this.#chip(one, chosen.includes(one.id))),
      ...(hidden > 0 ? [this.#more(hidden)] : []),
    );
    if (focused) {
      this.element.querySelector<HTMLElement>(`[data-profile="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  #chip(profile: Profile, chosen: boolean): HTMLElement {
    return h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": String(chosen),
        data: { profile: profile.id },
        on: { click: () => this.#bench.toggleProfile(profile.id) },
      },
      h("span", { class: "host-dot", data: { host: profile.id } }),
      profile.title,
    );
  }

  #more(hidden: number): HTMLElement {
    return h(
      "button",
      {
        type: "button",
        class: "chip chip-more",
        "aria-expanded": String(this.#all),
        data: { testid: "more-hosts" },
        on: {
          click: () => {
            this.#all = !this.#all;
            this.#render();
            this.element.querySelector<HTMLElement>(".chip-more")?.focus();
          },
        },
      },
      this.#all ? "Fewer" : `${hidden} more`,
    );
  }
}

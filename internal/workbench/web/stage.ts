// The middle: the result in each chosen host, side by side.

import { TextAnswer } from "./answer.ts";
import type { Bench, Layout, Run, ToolList } from "./bench.ts";
import { HostCard } from "./card.ts";
import { fill, h, icon, segmented } from "./dom.ts";
import type { IconName } from "./dom.ts";
import type { ThemeChoice } from "./theme.ts";
import { titleOf } from "./tools.ts";
import { viewOf } from "./wire.ts";
import type { Profile } from "./wire.ts";

type Card = HostCard | TextAnswer;

export class Stage extends HTMLElement {
  readonly #bench: Bench;
  readonly #title = h("div", { class: "stage-title" });
  readonly #empty = h("div", { class: "empty" });
  readonly #cards = h("div", { class: "cards", data: { layout: "fit" } });
  readonly #byProfile = new Map<string, Card>();

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    const layouts = segmented<Layout>(
      "Width of the cards",
      [
        { value: "fit", label: "Side by side", icon: "columns" },
        { value: "host", label: "At each host's own width", icon: "ruler" },
      ],
      (layout) => (bench.layout.value = layout),
    );
    const themes = segmented<ThemeChoice>(
      "Theme of the page and the views",
      [
        { value: "system", label: "Theme of the system", icon: "monitor" },
        { value: "light", label: "Light theme", icon: "sun" },
        { value: "dark", label: "Dark theme", icon: "moon" },
      ],
      (choice) => (bench.themes.choice.value = choice),
    );
    this.append(
      h(
        "header",
        { class: "stage-head" },
        this.#title,
        h("div", { class: "stage-tools" }, layouts.element, themes.element),
      ),
      h("div", { class: "stage-scroll" }, this.#empty, this.#cards),
    );
    bench.layout.watch((layout) => {
      layouts.set(layout);
      this.#cards.dataset["layout"] = layout;
    });
    bench.themes.choice.watch((choice) => themes.set(choice));
    bench.run.changed((run) => run && this.#start(run));
    bench.tools.changed(() => this.#renderEmpty());
    bench.servers.changed(() => this.#renderEmpty());
    this.addEventListener("oriel-mode", (event) => this.#modeChanged(event));
    this.#renderEmpty();
    this.#renderTitle(undefined);
  }

  /** Brings a card that fills the stage, or floats, back in line. */
  backToInline(): boolean {
    const out = [...this.#byProfile.values()].filter(
      (card): card is HostCard => card instanceof HostCard && card.mode !== "inline",
    );
    out.forEach((card) => card.setMode("inline"));
    return out.length > 0;
  }

  #start(run: Run): void {
    this.#empty.hidden = true;
    this.#renderTitle(run);
    for (const [id, card] of this.#byProfile) {
      if (!run.profiles.some((profile) => profile.id === id)) {
        this.#byProfile.delete(id);
        void card.dismiss();
      }
    }
    let before: Card | undefined;
    for (const profile of run.profiles) {
      const card = this.#byProfile.get(profile.id) ?? this.#add(profile, before);
      before = card;
      void card.begin(run);
    }
    const views = run.profiles.filter((profile) => profile.ui !== "none").length;
    this.#cards.dataset["count"] = String(views);
    this.#cards.style.setProperty("--views", String(Math.max(1, Math.min(views, 4))));
  }

  // Frames reload when they are moved, so cards are put where they belong once.
  #add(profile: Profile, before: Card | undefined): Card {
    const card = profile.ui === "none" ? new TextAnswer(this.#bench, profile) : new HostCard(this.#bench, profile);
    this.#byProfile.set(profile.id, card);
    if (before) {
      before.after(card);
    } else {
      this.#cards.prepend(card);
    }
    return card;
  }

  #modeChanged(event: Event): void {
    const mode = (event as CustomEvent<{ mode: string }>).detail.mode;
    for (const card of this.#byProfile.values()) {
      if (mode !== "inline" && card !== event.target && card instanceof HostCard && card.mode === mode) {
        card.setMode("inline");
      }
    }
    const full = [...this.#byProfile.values()].some((card) => card instanceof HostCard && card.mode === "fullscreen");
    this.toggleAttribute("data-fullscreen", full);
  }

  #renderTitle(run: Run | undefined): void {
    if (!run) {
      fill(this.#title, h("span", { class: "stage-name" }, "Workbench"));
      return;
    }
    const args = Object.entries(run.args).map(
      ([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    fill(
      this.#title,
      h("span", { class: "stage-name" }, titleOf(run.tool)),
      h("span", { class: "stage-args" }, args.join("   ")),
    );
  }

  #renderEmpty(): void {
    if (this.#bench.run.value) {
      return;
    }
    const [name, title, text] = this.#emptyWords(this.#bench.tools.value);
    fill(
      this.#empty,
      h("div", { class: "empty-art", "aria-hidden": "true" }, icon(name)),
      h("h2", {}, title),
      h("p", {}, text),
    );
  }

  #emptyWords(list: ToolList): [IconName, string, string] {
    const info = this.#bench.serverInfo();
    const name = info?.title || info?.id || "The server";
    switch (list.status) {
      case "none":
        return ["window", "No server yet", "As soon as oriel has started one, its tools stand on the left."];
      case "failed":
        return ["alert", `${name} did not start`, list.reason || "Look at the terminal for the reason."];
      case "loading":
        return ["window", `Waiting for ${name}`, "It is starting and will list its tools in a moment."];
      default:
    }
    if (list.tools.length === 0) {
      return ["tool", `${name} has no tools`, "Add one with oriel.AddTool and start it again."];
    }
    const views = list.tools.filter((tool) => viewOf(tool)).length;
    const tools = `${list.tools.length} tool${list.tools.length === 1 ? "" : "s"}`;
    return [
      "play",
      "Nothing run yet",
      `${tools}, ${views} with a view. Choose one, check its arguments, and press Run.`,
    ];
  }
}

customElements.define("oriel-stage", Stage);

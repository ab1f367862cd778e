// The rail on the left: the selected server, and its tools, resources and prompts.

import { sentence } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { mark } from "./brand.ts";
import type { Browse, Part } from "./browse.ts";
import { h } from "./dom.ts";
import { later } from "./loadlater.ts";
import { problemCount } from "./problemlist.ts";
import type { RailPart } from "./railpart.ts";
import { ServerPanel } from "./server.ts";
import type { Streaming } from "./start.ts";
import { ToolPart } from "./toolpart.ts";
import type { Json } from "./wire.ts";

const partNames: [Part, string][] = [
  ["tools", "Tools"],
  ["resources", "Resources"],
  ["prompts", "Prompts"],
];

export class Rail extends HTMLElement {
  readonly #bench: Bench;
  readonly #browse: Browse;
  readonly #tools: ToolPart;
  readonly #parts: Partial<Record<Part, RailPart>>;
  readonly #lists: HTMLElement;
  readonly #scrolls: HTMLElement;
  readonly #foot = h("footer", { class: "rail-foot" });
  /** Set when the parts that few sessions need begin to load. */
  #loaded: Promise<void> | undefined;
  readonly #failure = h("div", { class: "rail-failure", role: "alert", data: { testid: "rail-failure" } });
  readonly #counts: Record<Part, HTMLElement>;

  constructor(bench: Bench, browse: Browse, stream: Streaming, leadToProblems: () => void) {
    super();
    this.#bench = bench;
    this.#browse = browse;
    this.#tools = new ToolPart(bench, stream);
    this.#parts = { tools: this.#tools };
    const count = () => h("span", { class: "count" });
    this.#counts = { tools: count(), resources: count(), prompts: count() };
    const buttons = partNames.map(([part, label]) =>
      h(
        "button",
        { type: "button", data: { part }, on: { click: () => (browse.part.value = part) } },
        h("span", {}, label),
        this.#counts[part],
      ),
    );
    this.#lists = h(
      "section",
      { class: "rail-section rail-tools", "aria-label": "What the server offers" },
      h("div", { class: "segmented parts", role: "group", "aria-label": "What to look at" }, ...buttons),
    );
    this.#scrolls = h(
      "div",
      { class: "rail-scroll" },
      h("section", { class: "rail-section", "aria-label": "Server" }, new ServerPanel(bench)),
      this.#lists,
    );
    this.append(
      h(
        "header",
        { class: "brand" },
        mark(),
        h("span", { class: "brand-name" }, "Oriel"),
        h("span", { class: "brand-version one-line", title: bench.session.version }, bench.session.version),
        problemCount(bench, leadToProblems),
      ),
      this.#scrolls,
      this.#foot,
    );
    this.#lists.append(this.#failure);
    this.#add(this.#tools);
    browse.part.watch((shown) => {
      for (const button of buttons) {
        button.setAttribute("aria-pressed", String(button.dataset["part"] === shown));
      }
      if (shown !== "tools") {
        this.#loadParts();
      }
      this.#show();
    });
    bench.lists.watch(() => this.#renderCounts());
  }

  focusSearch(): void {
    this.#parts[this.#browse.part.value]?.focusSearch();
  }

  /** Chooses a tool and fills in its arguments. */
  choose(name: string, args: Json | undefined): boolean {
    return this.#tools.choose(name, args);
  }

  /** Chooses the tool and the arguments of before the page was reloaded; false without any. */
  chooseDraft(): boolean {
    return this.#tools.chooseDraft();
  }

  /** Submits the visible form; false if its input is invalid. */
  run(): boolean {
    return this.#parts[this.#browse.part.value]?.go() ?? true;
  }

  /** Runs the chosen tool without a click, so no host asks for confirmation; false if its arguments are invalid. */
  runTool(): boolean {
    return this.#tools.go(true);
  }

  /** Like runTool, but with these arguments, without checking them. */
  runWith(args: Json): void {
    this.#tools.runWith(args, true);
  }

  #loadParts(): void {
    this.#failure.replaceChildren();
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      const again = h("button", { type: "button", class: "button", on: { click: () => this.#loadParts() } }, "Try again");
      this.#failure.replaceChildren(h("p", { class: "quiet problem" }, sentence(error)), again);
    });
  }

  async #load(): Promise<void> {
    const { PromptPart, ResourcePart } = await later();
    this.#parts.resources = new ResourcePart(this.#bench, this.#browse);
    this.#parts.prompts = new PromptPart(this.#bench, this.#browse);
    this.#add(this.#parts.resources);
    this.#add(this.#parts.prompts);
    this.#show();
  }

  #add({ list, form, foot }: RailPart): void {
    this.#lists.append(list);
    this.#scrolls.append(form);
    this.#foot.append(foot);
  }

  #show(): void {
    this.#failure.hidden = this.#browse.part.value === "tools";
    for (const [part, { list, form, foot }] of Object.entries(this.#parts)) {
      list.hidden = form.hidden = foot.hidden = part !== this.#browse.part.value;
    }
  }

  #renderCounts(): void {
    const { tools, resources, templates, prompts } = this.#bench.lists.value;
    const show = (part: Part, ...lists: (typeof tools)[]) => {
      const count = lists.reduce((sum, one) => sum + one.entries.length, 0);
      this.#counts[part].textContent = count > 0 ? String(count) : "";
    };
    show("tools", tools);
    show("resources", resources, templates);
    show("prompts", prompts);
  }
}

customElements.define("oriel-rail", Rail);

// The workbench's page: its three parts, its keyboard shortcuts, and what it does on load.

import type { Bench } from "./bench.ts";
import { Browse } from "./browse.ts";
import { fill, h, iconButton } from "./dom.ts";
import { styleDots } from "./hostdots.ts";
import type { KeptRun } from "./keeper.ts";
import { Rail } from "./rail.ts";
import { Stage } from "./stage.ts";
import type { Start } from "./start.ts";
import { Timeline } from "./timeline.ts";
import { autoRunTool } from "./autorun.ts";
import { viewOf } from "./wire.ts";
import type { Json, Tool } from "./wire.ts";

type Part = "tools" | "result" | "timeline";
const parts: [Part, string][] = [
  ["tools", "Tools"],
  ["result", "Result"],
  ["timeline", "Timeline"],
];

export class Page extends HTMLElement {
  readonly #bench: Bench;
  readonly #start: Start;
  readonly #kept: KeptRun | undefined;
  readonly #rail: Rail;
  readonly #stage: Stage;
  readonly #timeline: Timeline;
  readonly #banner = h("div", { class: "banner", role: "alert", data: { testid: "banner" }, hidden: true });
  readonly #tabs: HTMLElement;
  #begun = false;

  /** kept is the run that the page showed before it was reloaded. */
  constructor(bench: Bench, start: Start, kept?: KeptRun) {
    super();
    this.#bench = bench;
    this.#start = start;
    this.#kept = kept;
    styleDots(bench.profiles());
    bench.environment.value = start.environment;
    bench.layout.value = start.layout ?? bench.layout.value;
    start.environmentErrors.forEach((error) => bench.showProblem(error));
    const browse = new Browse(bench);
    this.#rail = new Rail(bench, browse, start.stream, () => {
      this.#show("result");
      this.#stage.leadToProblems();
    });
    this.#stage = new Stage(bench, browse);
    this.#timeline = new Timeline(bench);
    this.#tabs = h(
      "nav",
      { class: "tabs", "aria-label": "Parts of the workbench" },
      ...parts.map(([part, label]) =>
        h("button", { type: "button", data: { part }, on: { click: () => this.#show(part) } }, label),
      ),
    );
    const live = h("p", { class: "unseen", "aria-live": "polite" });
    // The parts have no h1: on narrow screens, only one of them is visible.
    const title = h("header", { class: "unseen" }, h("h1", {}, `${bench.session.title || "Oriel"} workbench`));
    this.append(
      title,
      h("nav", { class: "part-tools", "aria-label": "Server, tools and arguments" }, this.#rail),
      h("main", { class: "part-result" }, this.#banner, this.#stage),
      h("section", { class: "part-timeline", "aria-label": "Timeline" }, this.#timeline),
      this.#tabs,
      live,
    );
    bench.announcement.changed((text) => (live.textContent = text));
    bench.trouble.watch(() => this.#renderBanner());
    bench.live.changed(() => this.#renderBanner());
    bench.tools.watch(() => this.#begin());
    bench.run.changed(() => this.#show("result"));
    browse.reading.changed((asked) => asked?.status === "loading" && this.#show("result"));
    browse.prompting.changed((asked) => asked?.status === "loading" && this.#show("result"));
    addEventListener("keydown", (event) => this.#key(event));
    this.#show("result");
  }

  #show(part: Part): void {
    this.dataset["part"] = part;
    if (part === "timeline") {
      this.#timeline.toEnd();
    } else if (part === "result") {
      this.#stage.seen();
    }
    for (const button of this.#tabs.children) {
      if (button instanceof HTMLElement) {
        button.setAttribute("aria-current", String(button.dataset["part"] === part));
      }
    }
    // On narrow screens, only one part is visible. The focus must not stay in a hidden one.
    const focused = document.activeElement;
    if (focused && focused !== document.body && !focused.checkVisibility()) {
      this.#tabs.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
    }
  }

  // Runs once, when the tools are loaded: shows what was shown before a reload; else selects and runs what the address,
  // the demo or the option "auto" says.
  #begin(): void {
    const { status, tools } = this.#bench.tools.value;
    if (status !== "ready") {
      return;
    }
    if (this.#begun) {
      this.#keepChoice(tools);
      return;
    }
    // While an app is being written, its first tool may be added later.
    this.#begun = tools.length > 0 || !this.#bench.session.auto;
    const { tool, args, argsError, run, fresh } = this.#start;
    if (this.#kept) {
      if (!this.#rail.chooseDraft()) {
        this.#rail.choose(this.#kept.tool.name, this.#kept.args);
      }
      this.#bench.restore(this.#kept);
      return;
    }
    const demo = tool === undefined && !run ? (this.#bench.session.demo ?? this.#auto(tools)) : null;
    if (!fresh && !demo && this.#rail.chooseDraft()) {
      return;
    }
    const name = tool ?? demo?.tool ?? firstTool(tools)?.name;
    if (argsError) {
      this.#bench.showProblem(argsError);
    }
    if (name === undefined) {
      return;
    }
    if (!this.#rail.choose(name, argsError ? {} : (args ?? demo?.arguments))) {
      this.#bench.showProblem(`The address asks for the tool ${name}, which this server does not have.`);
      const first = firstTool(tools);
      if (first) {
        this.#rail.choose(first.name, undefined);
      }
      return;
    }
    if (argsError) {
      return;
    }
    if (run && args) {
      // Send the arguments unchanged, even if they don't match the schema.
      this.#rail.runWith(args);
    } else if ((run || demo) && !this.#rail.runTool()) {
      this.#show("tools");
    }
  }

  // The tool to run without a click, if the option "auto" is set.
  #auto(tools: Tool[]): { tool: string; arguments?: Json } | null {
    const found = this.#bench.session.auto ? autoRunTool(tools) : undefined;
    return found ? { tool: found.name } : null;
  }

  // Keeps the same tool selected after a restart, with its new definition.
  #keepChoice(tools: Tool[]): void {
    const name = this.#bench.tool.value?.name;
    this.#bench.tool.value = tools.find((tool) => tool.name === name) ?? firstTool(tools);
  }

  #renderBanner(): void {
    const text = this.#bench.live.value
      ? this.#bench.trouble.value
      : "Oriel no longer answers. Start it again; if it prints another URL, open that one.";
    this.#banner.hidden = text === "";
    fill(
      this.#banner,
      h("span", {}, text),
      this.#bench.live.value ? iconButton("close", "Dismiss", () => (this.#bench.trouble.value = "")) : null,
    );
  }

  #key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      // In a card, the keys answer a question of the view.
      if (event.target instanceof Element && event.target.closest("oriel-card")) {
        return;
      }
      event.preventDefault();
      this.#rail.run();
    } else if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#show("tools");
      this.#rail.focusSearch();
    } else if (event.key === "Escape" && !document.querySelector(":popover-open") && !event.defaultPrevented) {
      if (!this.#stage.backToInline()) {
        this.#timeline.closeDetail();
      }
    }
  }
}

function firstTool(tools: Tool[]): Tool | undefined {
  return tools.find((tool) => viewOf(tool)) ?? tools[0];
}

customElements.define("oriel-page", Page);

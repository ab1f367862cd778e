// The list of tools, to search and to walk with the arrow keys.

import type { Bench, ToolList } from "./bench.ts";
import { fill, h, icon } from "./dom.ts";
import { audienceOf, viewOf } from "./wire.ts";
import type { Tool } from "./wire.ts";

export class ToolPicker extends HTMLElement {
  readonly #bench: Bench;
  readonly #search = h("input", {
    type: "search",
    placeholder: "Search tools",
    "aria-label": "Search tools",
    "aria-keyshortcuts": "/",
    spellcheck: "false",
    autocomplete: "off",
    on: { input: () => this.#render(), keydown: (event) => this.#searchKey(event) },
  });
  readonly #list = h("div", {
    class: "tool-list",
    role: "listbox",
    "aria-label": "Tools",
    on: { keydown: (event) => this.#listKey(event) },
  });

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.append(h("div", { class: "search" }, icon("search"), this.#search, h("kbd", {}, "/")), this.#list);
    bench.tools.watch(() => this.#render());
    bench.tool.changed(() => this.#render());
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  #found(): Tool[] {
    const words = this.#search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    return this.#bench.tools.value.tools.filter((tool) => {
      const text = `${titleOf(tool)} ${tool.name} ${tool.description ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  #render(): void {
    const list = this.#bench.tools.value;
    const found = this.#found();
    if (list.status !== "ready" || found.length === 0) {
      fill(this.#list, ...this.#nothing(list));
      return;
    }
    const chosen = this.#bench.tool.value?.name;
    const reachable = found.some((tool) => tool.name === chosen) ? chosen : found[0]?.name;
    const focused = this.#list.contains(document.activeElement);
    fill(this.#list, ...found.map((tool) => this.#option(tool, tool.name === chosen, tool.name === reachable)));
    if (focused) {
      this.#list.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    }
  }

  #option(tool: Tool, chosen: boolean, reachable: boolean): HTMLElement {
    return h(
      "div",
      {
        class: "tool",
        role: "option",
        "aria-selected": String(chosen),
        tabindex: reachable ? "0" : "-1",
        title: tool.description ?? "",
        data: { tool: tool.name },
        on: { click: () => this.#choose(tool) },
      },
      h("span", { class: "tool-title" }, titleOf(tool)),
      h("span", { class: "tool-name" }, tool.name),
      h("span", { class: "tool-badges" }, ...badges(tool)),
    );
  }

  #nothing(list: ToolList): HTMLElement[] {
    switch (list.status) {
      case "loading":
        return [0, 1, 2].map((i) =>
          h(
            "div",
            { class: "tool tool-skeleton", "aria-hidden": "true" },
            h("span", { class: "bone", style: `width:${[62, 48, 56][i]}%` }),
            h("span", { class: "bone", style: `width:${[40, 34, 46][i]}%` }),
          ),
        );
      case "failed":
        return [h("p", { class: "quiet" }, "Its tools can't be listed.")];
      case "none":
        return [h("p", { class: "quiet" }, "No server yet.")];
      default:
        return [h("p", { class: "quiet" }, list.tools.length === 0 ? "This server has no tools." : "No tool matches.")];
    }
  }

  #choose(tool: Tool): void {
    this.#bench.tool.value = tool;
  }

  #searchKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.#search.value = "";
      this.#render();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      this.#list.querySelector<HTMLElement>("[role=option]")?.focus();
      if (event.key === "Enter") {
        const first = this.#found()[0];
        if (first) {
          this.#choose(first);
        }
      }
    }
  }

  #listKey(event: KeyboardEvent): void {
    const found = this.#found();
    const at = found.findIndex((tool) => tool.name === (document.activeElement as HTMLElement | null)?.dataset["tool"]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1, Enter: at, " ": at }[event.key];
    if (to === undefined) {
      return;
    }
    event.preventDefault();
    const tool = found[to];
    if (tool) {
      this.#choose(tool);
      this.#list.querySelector<HTMLElement>(`[data-tool="${CSS.escape(tool.name)}"]`)?.focus();
    } else if (to < 0) {
      this.focusSearch();
    }
  }
}

export function titleOf(tool: Tool): string {
  return tool.title || tool.annotations?.title || tool.name;
}

export function badges(tool: Tool): HTMLElement[] {
  const audience = audienceOf(tool);
  const found: [string, string, string][] = [];
  if (viewOf(tool)) {
    found.push(["view", "View", `Has the view ${viewOf(tool)}`]);
  }
  if (audience !== "both") {
    found.push([
      audience,
      audience === "app" ? "App only" : "Model only",
      audience === "app"
        ? "Only views may call it; the model does not see it"
        : "Only the model may call it; views may not",
    ]);
  }
  if (tool.annotations?.readOnlyHint) {
    found.push(["read", "Read only", "Says that it changes nothing"]);
  } else if (tool.annotations?.destructiveHint) {
    found.push(["destructive", "Destructive", "Says that it may destroy something"]);
  }
  return found.map(([kind, label, title]) => h("span", { class: "badge", data: { kind }, title }, label));
}

customElements.define("oriel-tools", ToolPicker);

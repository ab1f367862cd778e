// The list of tools.

import type { Bench } from "./bench.ts";
import { h } from "./dom.ts";
import { listRow } from "./listrow.ts";
import { Picker } from "./picker.ts";
import { noEntries } from "./railpart.ts";
import { audienceOf, viewOf } from "./wire.ts";
import type { Tool } from "./wire.ts";

export class ToolPicker extends HTMLElement {
  readonly #bench: Bench;
  readonly #picker = new Picker({ label: "Tools", follow: true });

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.append(this.#picker.element);
    bench.tools.watch(() => this.#render());
    bench.tool.changed(() => this.#render());
    bench.busy.changed(() => this.#render());
  }

  focusSearch(): void {
    this.#picker.focusSearch();
  }

  #render(): void {
    const list = this.#bench.tools.value;
    const status = list.status === "failed" && this.#bench.busy.value !== "" ? "loading" : list.status;
    this.#picker.show(
      list.tools.map((tool) => ({
        key: tool.name,
        text: `${titleOf(tool)} ${tool.name} ${tool.description ?? ""}`,
        testid: "tool",
        title: tool.description ?? "",
        row: () => listRow({ title: titleOf(tool), name: tool.name, badges: badges(tool) }),
        choose: () => (this.#bench.tool.value = tool),
      })),
      this.#bench.tool.value?.name,
      noEntries({ status, supported: true, reason: "" }, "tools"),
    );
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

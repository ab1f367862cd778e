// Shows the tools that a view itself offers, so that the person can call them.

import { contentBlocks } from "./content.ts";
import { fill, h, icon, uniqueId } from "./dom.ts";
import { counted, formatMs } from "./format.ts";
import { jsonTree } from "./jsontree.ts";
import { formOf } from "./schema/field.ts";
import { prefill } from "./schema/prefill.ts";
import { isRecord } from "./wire.ts";
import type { CallToolResult, Json, Tool } from "./wire.ts";

type Call = (name: string, args: Json) => Promise<CallToolResult>;

export class ViewTools {
  readonly element = h("details", { class: "view-tools fold unfolds", hidden: true });
  readonly #rows = h("ul", { class: "view-tools-list" });
  readonly #title = h("span", {});
  readonly #announce: (text: string) => void;
  #call: Call | undefined;
  #shown: { key: string; row: HTMLElement }[] = [];
  // The input for each tool is kept when the list changes.
  readonly #typed = new Map<string, string>();

  constructor(announce: (text: string) => void) {
    this.#announce = announce;
    this.element.append(h("summary", {}, icon("tool"), this.#title, icon("chevron")), this.#rows);
  }

  set(tools: Tool[] | undefined, call: Call): void {
    this.#call = call;
    if (tools === undefined) {
      this.clear();
      return;
    }
    this.element.hidden = false;
    this.#title.textContent = tools.length === 0 ? "This view has no tools" : `Tools of this view: ${tools.length}`;
    // An unchanged tool keeps its row, which shows its last result.
    const kept = new Map(this.#shown.map((one) => [one.key, one.row]));
    this.#shown = tools.map((tool) => {
      const key = JSON.stringify(tool);
      return { key, row: kept.get(key) ?? this.#row(tool) };
    });
    fill(this.#rows, ...this.#shown.map(({ row }) => row));
    this.#announce(`The view offers ${counted(tools.length, "tool")}.`);
  }

  clear(): void {
    this.#call = undefined;
    this.element.hidden = true;
    this.element.open = false;
    this.#rows.replaceChildren();
    this.#shown = [];
    this.#typed.clear();
  }

  #row(tool: Tool): HTMLElement {
    const id = uniqueId("view-tool");
    const title = tool.title || tool.annotations?.title || "";
    const input = h("textarea", {
      class: "code",
      id,
      rows: "2",
      spellcheck: "false",
      "aria-keyshortcuts": "Control+Enter Meta+Enter",
      on: {
        input: () => (this.#typed.set(tool.name, input.value), (problem.hidden = true)),
        keydown: (event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            event.stopPropagation();
            void run();
          }
        },
      },
    });
    input.value = this.#typed.get(tool.name) ?? JSON.stringify(prefill(formOf(tool.inputSchema)), null, 2);
    const problem = h("p", { class: "field-problem", role: "alert", hidden: true });
    const outcome = h("div", { class: "view-tool-outcome", hidden: true });
    const button = h("button", { type: "button", class: "button", on: { click: () => void run() } }, "Call");
    const pending = h("p", { class: "view-tool-took", role: "status" });
    const run = async () => {
      if (button.ariaDisabled === "true") {
        return;
      }
      const args = readArgs(input.value);
      problem.textContent = typeof args === "string" ? args : "";
      problem.hidden = typeof args !== "string";
      if (typeof args === "string" || !this.#call) {
        return;
      }
      // A disabled button would lose the focus, so only aria-disabled is set.
      button.ariaDisabled = "true";
      pending.textContent = "Calling…";
      outcome.hidden = true;
      const started = performance.now();
      await this.#call(tool.name, args)
        .then((result) => answered(outcome, result, performance.now() - started))
        .catch((error: unknown) => failed(outcome, error));
      button.ariaDisabled = "false";
      pending.textContent = "";
      outcome.hidden = false;
    };
    return h(
      "li",
      { class: "view-tool", data: { testid: "view-tool", tool: tool.name } },
      h(
        "div",
        { class: "view-tool-head" },
        h("span", { class: "view-tool-name", dir: "auto" }, title || tool.name),
        title ? h("span", { class: "tool-name one-line" }, tool.name) : null,
        tool.annotations?.readOnlyHint
          ? h("span", { class: "badge", title: "Says that it changes nothing" }, "Read only")
          : null,
      ),
      tool.description ? h("p", { class: "field-help", dir: "auto" }, tool.description) : null,
      h("label", { class: "unseen", for: id }, `Arguments of ${tool.name} as JSON`),
      h("div", { class: "view-tool-call" }, input, button),
      problem,
      pending,
      outcome,
    );
  }
}

/** The arguments, or an error message. */
function readArgs(text: string): Json | string {
  try {
    const value: unknown = JSON.parse(text.trim() || "{}");
    return isRecord(value) ? value : "Arguments are a JSON object.";
  } catch (error) {
    return `Not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function answered(outcome: HTMLElement, result: CallToolResult, ms: number): void {
  outcome.dataset["outcome"] = result.isError ? "error" : "ready";
  const blocks = Array.isArray(result.content) ? contentBlocks(result.content) : [];
  fill(
    outcome,
    h("p", { class: "view-tool-took" }, `${result.isError ? "An error" : "Answered"} in ${formatMs(ms)}`),
    ...blocks,
    h("details", { class: "fold unfolds" }, h("summary", {}, "The whole result"), jsonTree(result)),
  );
}

function failed(outcome: HTMLElement, error: unknown): void {
  outcome.dataset["outcome"] = "error";
  const code = isRecord(error) && typeof error["code"] === "number" ? ` (${error["code"]})` : "";
  const message = error instanceof Error ? error.message : String(error);
  fill(outcome, h("p", { class: "problem", role: "alert" }, `It failed${code}: ${message}`));
}

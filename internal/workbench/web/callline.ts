// The line above a view that says which tool was called, and unfolds to what
// went in and what came out.

import type { Run } from "./bench.ts";
import { fill, formatMs, h, icon } from "./dom.ts";
import { jsonTree } from "./jsontree.ts";
import { titleOf } from "./tools.ts";
import type { CallToolResult, Profile } from "./wire.ts";

export class CallLine {
  readonly element = h("details", { class: "card-call" });
  readonly #profile: Profile;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  started(run: Run): void {
    this.#render(run, this.#phrase(run, "invoking"), undefined, undefined);
  }

  answered(run: Run, result: CallToolResult, durationMs: number): void {
    // The tool's words for having done it would be untrue of an error.
    const words = result.isError ? titleOf(run.tool) : this.#phrase(run, "invoked");
    this.#render(run, words, result, durationMs);
  }

  // Only ChatGPT shows a tool's own words for what it does.
  #phrase(run: Run, key: "invoking" | "invoked"): string {
    const text = run.tool._meta?.[`openai/toolInvocation/${key}`];
    return this.#profile.ui === "chatgpt" && typeof text === "string" && text !== "" ? text : titleOf(run.tool);
  }

  #render(run: Run, words: string, result: CallToolResult | undefined, durationMs: number | undefined): void {
    fill(
      this.element,
      h(
        "summary",
        {},
        icon(result?.isError ? "alert" : result ? "check" : "tool"),
        h("span", { class: "card-call-name" }, words),
        durationMs === undefined ? null : h("span", { class: "card-call-time" }, formatMs(durationMs)),
        icon("chevron"),
      ),
      h(
        "div",
        { class: "card-call-body" },
        h("h3", {}, "Arguments"),
        jsonTree(run.args),
        result ? h("h3", {}, "Result") : null,
        result ? jsonTree(result) : null,
      ),
    );
  }
}

// The line above a view with the called tool. It unfolds to arguments and result, and shows the progress of the call.

import type { Run } from "./bench.ts";
import { fill, h, icon } from "./dom.ts";
import { formatMs, share } from "./format.ts";
import { jsonTree } from "./jsontree.ts";
import { blocksBesideText } from "./resultblocks.ts";
import { titleOf } from "./tools.ts";
import { ProgressText, StopButton } from "./underway.ts";
import type { CallToolResult, Profile, Progress } from "./wire.ts";

export class CallLine {
  readonly #details = h("details", { class: "card-call unfolds" });
  readonly #stop: StopButton;
  readonly #bar = h("div", { class: "bar", role: "progressbar", "aria-label": "Progress of the tool call" });
  readonly #words = new ProgressText();
  readonly #progress = h(
    "div",
    { class: "card-progress", data: { testid: "progress" }, hidden: true },
    this.#bar,
    this.#words.element,
  );
  readonly element: HTMLElement;
  readonly #profile: Profile;
  #going = false;

  /** beside stands at the end of the line. */
  constructor(profile: Profile, beside: HTMLElement) {
    this.#profile = profile;
    this.#stop = new StopButton(profile, () => this.#details.querySelector("summary"));
    this.element = h(
      "div",
      { class: "card-calling" },
      h("div", { class: "card-calling-line" }, this.#details, beside, this.#stop.element),
      this.#progress,
    );
  }

  started(run: Run): void {
    this.calling(undefined);
    this.#render(run, this.#phrase(run, "invoking"), undefined, undefined);
  }

  /** Sets the function that stops the call; undefined when the call is over. */
  calling(stop: (() => void) | undefined): void {
    this.#going = stop !== undefined;
    this.#stop.calling(stop);
    this.#progress.hidden = true;
  }

  progress(progress: Progress): void {
    const done = share(progress.progress, progress.total);
    this.#progress.hidden = !this.#going;
    this.#bar.toggleAttribute("data-endless", done === undefined);
    this.#bar.style.setProperty("--done", String(done ?? 0));
    if (done === undefined) {
      this.#bar.removeAttribute("aria-valuenow");
    } else {
      this.#bar.setAttribute("aria-valuenow", String(Math.round(done * 100)));
    }
    this.#words.show(progress);
    this.#bar.setAttribute("aria-valuetext", this.#words.text);
  }

  answered(run: Run, result: CallToolResult, durationMs: number): void {
    // The tool's text for a finished call would be wrong for an error.
    const words = result.isError ? titleOf(run.tool) : this.#phrase(run, "invoked");
    this.#render(run, words, result, durationMs);
  }

  // Only ChatGPT shows a tool's own status texts.
  #phrase(run: Run, key: "invoking" | "invoked"): string {
    const text = run.tool._meta?.[`openai/toolInvocation/${key}`];
    return this.#profile.ui === "chatgpt" && typeof text === "string" && text !== "" ? text : titleOf(run.tool);
  }

  #render(run: Run, words: string, result: CallToolResult | undefined, durationMs: number | undefined): void {
    const blocks = Array.isArray(result?.content) ? result.content.length : 0;
    const focused = this.#details.contains(document.activeElement);
    fill(
      this.#details,
      h(
        "summary",
        {},
        icon(result?.isError ? "alert" : result ? "check" : "tool"),
        h("span", { class: "card-call-name one-line" }, words),
        durationMs === undefined ? null : h("span", { class: "card-call-time" }, formatMs(durationMs)),
        blocks > 1 ? h("span", { class: "card-call-time" }, `${blocks} blocks`) : null,
        icon("chevron"),
      ),
      h(
        "div",
        { class: "card-call-body" },
        h("h3", {}, "Arguments"),
        jsonTree(run.args),
        result ? h("h3", {}, "Result") : null,
        ...blocksBesideText(result),
        result ? jsonTree(result) : null,
      ),
    );
    if (focused) {
      this.#details.querySelector("summary")?.focus();
    }
  }
}

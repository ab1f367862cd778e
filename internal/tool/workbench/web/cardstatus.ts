// The status of a run in the head of its card.

import { fill, h } from "./dom.ts";
import { formatMs } from "./format.ts";
import type { FrameStatus } from "./frame/frame.ts";
import { TOOL_PENDING } from "../../../../view/src/host/protocol.ts";

const TOOL_ERROR = "Tool error";
const endings: Record<string, string> = { stopped: "Stopped", restarted: "Restarted", denied: "Denied" };

export class CardStatus {
  readonly element = h("span", { class: "card-status one-line", role: "status" });
  #started = 0;

  started(): void {
    this.#started = performance.now();
  }

  /** Shows the status of a view; outcome is how its call ended. */
  view(status: FrameStatus, reason: string, outcome: string, toolError: boolean): void {
    const took = this.#started === 0 ? "" : formatMs(performance.now() - this.#started);
    const loading = reason === TOOL_PENDING ? "Waiting for the tool" : "Loading";
    const word = { ready: took, error: endings[outcome] ?? "Error", loading }[status];
    const failed = toolError && status !== "error";
    fill(
      this.element,
      h("span", { class: "dot" }),
      status === "ready" && !failed ? h("span", { class: "unseen" }, "Ready in ") : null,
      failed ? TOOL_ERROR : word,
    );
    this.element.title = status === "ready" ? `Ready in ${took}` : "";
  }

  toolError(): void {
    fill(this.element, h("span", { class: "dot" }), TOOL_ERROR);
  }

  noView(): void {
    fill(this.element, "No view");
  }

  closed(): void {
    fill(this.element, "Closed");
  }
}

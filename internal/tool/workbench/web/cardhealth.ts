// The line under a view that says what is wrong with it. It unfolds to all causes.

import { fill, h, icon } from "./dom.ts";
import { asSentence, counted } from "./format.ts";
import { placeText, withPlace } from "./frame/health.ts";
import type { Cause, HealthState } from "./frame/health.ts";

export class CardHealth {
  readonly element = h("details", { class: "card-health unfolds", data: { testid: "health" }, hidden: true });
  #shown = "";

  show({ health, causes, more }: HealthState): void {
    const now = JSON.stringify([health, causes, more]);
    if (now === this.#shown) {
      return;
    }
    this.#shown = now;
    const [first] = causes;
    this.element.hidden = !first;
    if (!first) {
      this.element.open = false;
      return;
    }
    this.element.dataset["health"] = health ?? "";
    const others = causes.length - 1 + more;
    fill(
      this.element,
      h(
        "summary",
        {},
        icon("alert"),
        h("span", { class: "one-line card-health-text", role: "status", dir: "auto", title: withPlace(first) }, withPlace(first)),
        others > 0 ? h("span", { class: "count" }, `${others} more`) : null,
        icon("chevron"),
      ),
      h(
        "ol",
        { class: "card-health-causes" },
        ...causes.map(causeItem),
        more > 0 ? h("li", { class: "quiet" }, `${counted(more, "more cause")} are not kept.`) : null,
      ),
    );
  }
}

function causeItem(cause: Cause): HTMLElement {
  const { level, kind, text, fix, code, place } = cause;
  return h(
    "li",
    { class: "cause", data: { level, kind } },
    place ? h("bdi", { class: "fault-place" }, placeText(place)) : null,
    h("p", { class: "cause-text", dir: "auto" }, asSentence(text)),
    place?.excerpt
      ? h("pre", { class: "fault-excerpt code", tabindex: "0", "aria-label": "The lines around it" }, place.excerpt)
      : null,
    fix ? h("p", { class: "cause-fix", dir: "auto" }, fix) : null,
    code ? h("pre", { class: "fault-excerpt code", tabindex: "0", "aria-label": "The line to add" }, code) : null,
  );
}

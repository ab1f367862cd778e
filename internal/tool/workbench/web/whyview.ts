// Explains why a host shows a view, or none: the places that were checked, in order.

import { h, icon } from "./dom.ts";
import type { ViewStep } from "./wire.ts";

/** Shown if there is no view. */
export function noViewBox(reason: string, steps: ViewStep[] | null | undefined): HTMLElement {
  return h(
    "div",
    { class: "no-view" },
    h("p", { class: "quiet" }, reason),
    steps && steps.length > 0
      ? h("details", { class: "fold unfolds" }, h("summary", {}, "What was looked at"), whyView("", steps))
      : null,
  );
}

/** Lists where a view was looked for. The last place found is the one used. */
export function whyView(source: string, steps: ViewStep[] | null | undefined): HTMLElement {
  return h(
    "div",
    { class: "why", data: { testid: "why-view" } },
    source === "" ? null : h("p", { class: "why-source", dir: "auto" }, source),
    steps && steps.length > 0
      ? h(
          "ol",
          { class: "why-steps" },
          ...steps.map(({ what, found, why }) =>
            h(
              "li",
              { data: { found: String(found) } },
              icon(found ? "check" : "minus"),
              h("span", { class: "unseen" }, found ? "Found: " : "Not found: "),
              h("span", { class: "why-what", dir: "auto" }, what),
              why === "" ? null : h("span", { class: "why-because", dir: "auto" }, why),
            ),
          ),
        )
      : null,
  );
}

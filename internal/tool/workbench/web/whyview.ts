// Why a host shows this view, or none: what was looked at, in order.

import { h, icon } from "./dom.ts";
import type { ViewStep } from "./wire.ts";

/** What stands in the place of a view that there is none of. */
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

/** The steps as a list; what was found is the last that counted. */
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

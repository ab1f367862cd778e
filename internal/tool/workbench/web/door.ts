// Pages that are shown instead of the workbench if it can't be opened.

import { mark } from "./brand.ts";
import { fill, h, icon } from "./dom.ts";

/** The page if the token in the address is missing or expired. */
export function showDoor(root: HTMLElement, expired: boolean): void {
  fill(
    root,
    h(
      "main",
      { class: "door", data: { testid: "door" } },
      mark(),
      h("h1", {}, expired ? "This key has expired" : "This page needs its key"),
      h(
        "p",
        {},
        expired
          ? "Oriel makes a new key each time it starts."
          : "The workbench can run your tools, so it opens only for the address that Oriel printed.",
      ),
      h("p", {}, "Go to the terminal where oriel runs and open the URL it printed. It looks like this:"),
      h("pre", { class: "door-url" }, `${location.origin}/?token=…`),
      h("p", { class: "quiet" }, "The key stays in this tab and leaves the address bar at once."),
    ),
  );
}

export function showFault(root: HTMLElement, title: string, message: string, again: () => void): void {
  fill(
    root,
    h(
      "main",
      { class: "door", role: "alert" },
      h("div", { class: "empty-art", "aria-hidden": "true" }, icon("alert")),
      h("h1", {}, title),
      h("p", {}, message),
      h("button", { type: "button", class: "button primary", on: { click: again } }, "Try again"),
    ),
  );
}

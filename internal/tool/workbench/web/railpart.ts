// Shared elements of the three parts of the rail: a list, a form for the chosen entry, and a foot with the button that
// submits it.

import type { Bench, Listing } from "./bench.ts";
import type { Browse } from "./browse.ts";
import { h, icon } from "./dom.ts";
import type { Child, IconName } from "./dom.ts";
import { loadingRows } from "./picker.ts";

export interface RailPart {
  list: HTMLElement;
  form: HTMLElement;
  foot: HTMLElement;
  focusSearch(): void;
  /** Submits the form; false if its input is invalid. */
  go(): boolean;
}

/** The description of the chosen entry. */
export class About {
  readonly element = h("p", { class: "tool-about clamped", dir: "auto" });

  show(text: string | undefined): void {
    this.element.textContent = text ?? "";
    this.element.hidden = !text;
  }
}

export function partForm(label: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "rail-section rail-form", "aria-label": label }, ...children);
}

export function partFoot(...children: Child[]): HTMLElement {
  return h("div", { class: "rail-foot-part" }, ...children);
}

/** The main button of a part. */
export function primary(name: IconName, label: string, testid: string, click: () => void): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      class: "run",
      data: { testid },
      "aria-keyshortcuts": "Control+Enter Meta+Enter",
      on: { click },
    },
    icon(name),
    h("span", {}, label),
    h("kbd", {}, /Mac/.test(navigator.userAgent) ? "⌘ ↵" : "Ctrl ↵"),
  );
}

/** Why the main button is disabled while the workbench's server is gone. */
export function goneHint(bench: Bench): HTMLElement {
  const hint = h("p", { class: "run-hint", data: { testid: "gone" } }, "Oriel no longer answers, so nothing can be run.");
  bench.live.watch((live) => (hint.hidden = live));
  return hint;
}

/** A switch with its label. */
export function runOption(
  label: string,
  testid: string,
  change: (on: boolean) => void,
): { element: HTMLLabelElement; input: HTMLInputElement } {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    class: "switch small",
    data: { testid },
    on: { change: () => change(input.checked) },
  });
  return { element: h("label", { class: "run-option" }, h("span", {}, label), input), input };
}

/** The selection of the host for requests, because a server may answer each host differently. */
export function hostSelect(bench: Bench, browse: Browse): HTMLElement {
  const select = h(
    "select",
    { "aria-label": "Host to ask as", on: { change: () => (browse.profile.value = select.value) } },
    ...bench.profiles().map((one) => h("option", { value: one.id }, one.title)),
  );
  browse.profile.watch((id) => (select.value = id));
  return h(
    "label",
    { class: "asked-as" },
    h("span", { class: "rail-label" }, "Asked as"),
    h("span", { class: "select" }, select, icon("chevron")),
  );
}

/** The content of an empty list: why it is empty. */
export function noEntries(listing: Omit<Listing, "entries">, noun: string): HTMLElement[] {
  switch (listing.status) {
    case "loading":
      return loadingRows();
    case "failed":
      return [
        h("p", { class: "quiet" }, `Its ${noun} can't be listed.`),
        ...(listing.reason ? [h("p", { class: "quiet problem", dir: "auto" }, listing.reason)] : []),
      ];
    case "none":
      return [h("p", { class: "quiet" }, "No server yet.")];
    default:
      return [
        h(
          "p",
          { class: "quiet" },
          listing.supported ? `This server has no ${noun}.` : `This server does not offer ${noun}.`,
        ),
      ];
  }
}

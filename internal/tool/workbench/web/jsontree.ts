// Shows a JSON value as a tree with parts that fold.

import { h } from "./dom.ts";
import { isRecord } from "./wire.ts";

const LONGEST_TEXT = 400;
const OPEN_DEPTH = 2;
const MOST_ITEMS = 200;

export function jsonTree(value: unknown): HTMLElement {
  return h("div", { class: "json", tabindex: "0", role: "group", "aria-label": "JSON" }, node(value, "", 0));
}

function node(value: unknown, key: string, depth: number): HTMLElement {
  const label = key === "" ? null : h("span", { class: "json-key" }, key);
  if (!Array.isArray(value) && !isRecord(value)) {
    return h("div", { class: "json-line" }, label, label && ": ", leaf(value));
  }
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, i) => [String(i), item])
    : Object.entries(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (entries.length === 0) {
    return h("div", { class: "json-line" }, label, label && ": ", `${open}${close}`);
  }
  const count = `${entries.length} ${Array.isArray(value) ? "item" : "key"}${entries.length === 1 ? "" : "s"}`;
  const summary = h(
    "summary",
    {},
    label,
    label && ": ",
    h("span", { class: "json-brace" }, open ?? ""),
    h("span", { class: "json-count" }, `${count} ${close}`),
  );
  const details = h("details", { class: "json-node" }, summary);
  // Children are created when they are first visible, because values can be large.
  let made = false;
  const make = () => {
    if (!made) {
      made = true;
      details.append(
        h("div", { class: "json-children" }, ...children(entries, Array.isArray(value), depth)),
        h("div", { class: "json-close" }, close ?? ""),
      );
    }
  };
  details.addEventListener("toggle", make);
  if (depth < OPEN_DEPTH) {
    make();
    details.open = true;
  }
  return details;
}

function children(entries: [string, unknown][], list: boolean, depth: number): HTMLElement[] {
  const shown = entries.slice(0, MOST_ITEMS).map(([key, item]) => node(item, list ? "" : key, depth + 1));
  const more = entries.length - shown.length;
  return more > 0 ? [...shown, h("div", { class: "json-count" }, `and ${more} more`)] : shown;
}

function leaf(value: unknown): HTMLElement {
  if (typeof value !== "string") {
    return h("span", { class: `json-${value === null ? "null" : typeof value}` }, String(value));
  }
  if (value.length <= LONGEST_TEXT) {
    return h("span", { class: "json-string" }, JSON.stringify(value));
  }
  const text = h("span", { class: "json-string" }, JSON.stringify(value.slice(0, LONGEST_TEXT)));
  const more = h(
    "button",
    {
      type: "button",
      class: "json-more",
      on: { click: () => ((text.textContent = JSON.stringify(value)), more.remove()) },
    },
    `${value.length - LONGEST_TEXT} more`,
  );
  return h("span", {}, text, more);
}

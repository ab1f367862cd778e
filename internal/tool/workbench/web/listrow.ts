// A row of a list in the rail.

import { h } from "./dom.ts";
import type { Child } from "./dom.ts";

interface Row {
  title: string;
  /** What the server calls it: a name, or a URI. */
  name: Child;
  badges?: Child[];
  /** A line below; empty for none. */
  about?: string;
}

export function listRow({ title, name, badges, about }: Row): Child[] {
  return [
    h("span", { class: "tool-title clamped", dir: "auto" }, title),
    h("span", { class: "tool-name one-line" }, name),
    badges ? h("span", { class: "tool-badges" }, ...badges) : null,
    about ? h("span", { class: "tool-type" }, about) : null,
  ];
}

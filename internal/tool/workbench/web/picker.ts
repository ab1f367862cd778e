// A list with a search field and arrow keys.

import { fill, h, icon } from "./dom.ts";
import type { Child } from "./dom.ts";

const MOST_ROWS = 500;

export interface Entry {
  /** Identifies the entry in its list. */
  key: string;
  /** The text that the search looks in. */
  text: string;
  testid: string;
  title: string;
  row(): Child[];
  choose(): void;
  /** The heading above the first entry of the group. */
  group?: string;
}

interface PickerOptions {
  label: string;
  /** Whether to show the key "/". */
  shortcut?: boolean;
  /** Whether the arrow keys also choose an entry. */
  follow: boolean;
}

export class Picker {
  readonly element: HTMLElement;
  readonly #follow: boolean;
  readonly #search: HTMLInputElement;
  readonly #list: HTMLElement;
  #entries: Entry[] = [];
  #chosen: string | undefined;
  #reached: string | undefined;
  #nothing: HTMLElement[] = [];

  constructor({ label, shortcut, follow }: PickerOptions) {
    this.#follow = follow;
    this.#search = h("input", {
      type: "search",
      placeholder: `Search ${label.toLowerCase()}`,
      "aria-label": `Search ${label.toLowerCase()}`,
      "aria-keyshortcuts": "/",
      spellcheck: "false",
      autocomplete: "off",
      on: { input: () => this.#render(), keydown: (event) => this.#searchKey(event) },
    });
    this.#list = h("div", {
      class: "tool-list",
      role: "listbox",
      "aria-label": label,
      on: { keydown: (event) => this.#listKey(event) },
    });
    const key = shortcut === false ? null : h("kbd", {}, "/");
    this.element = h(
      "div",
      { class: "picker" },
      h("div", { class: "search" }, icon("search"), this.#search, key),
      this.#list,
    );
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  /** Shows the entries; if there are none, the elements in nothing. */
  show(entries: Entry[], chosen: string | undefined, nothing: HTMLElement[]): void {
    const other = chosen !== this.#chosen;
    this.#entries = distinct(entries);
    this.#chosen = chosen;
    this.#nothing = nothing;
    this.#render();
    if (other) {
      // Wait for the layout of the form below, which changes the height of the list.
      requestAnimationFrame(() =>
        this.#list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }),
      );
    }
  }

  #found(): Entry[] {
    const words = this.#search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    return words.length === 0
      ? this.#entries
      : this.#entries.filter(({ text }) => {
          const low = text.toLowerCase();
          return words.every((word) => low.includes(word));
        });
  }

  #render(): void {
    const found = this.#found();
    const shown = found.slice(0, MOST_ROWS);
    if (this.#entries.length === 0) {
      fill(this.#list, ...this.#nothing);
      return;
    }
    if (found.length === 0) {
      fill(this.#list, h("p", { class: "quiet" }, "Nothing matches."));
      return;
    }
    const focused = this.#list.contains(document.activeElement);
    const candidates = focused ? [this.#reached, this.#chosen] : [this.#chosen];
    const reachable = candidates.find((key) => shown.some((one) => one.key === key)) ?? shown[0]?.key;
    const scroll = this.#list.scrollTop;
    const rows: HTMLElement[] = [];
    let group: string | undefined;
    for (const entry of shown) {
      if (entry.group !== undefined && entry.group !== group) {
        group = entry.group;
        rows.push(h("h3", { class: "list-group", role: "presentation" }, group));
      }
      rows.push(this.#row(entry, entry.key === this.#chosen, entry.key === reachable));
    }
    if (found.length > shown.length) {
      rows.push(h("p", { class: "quiet" }, `${found.length - shown.length} more; search for them.`));
    }
    fill(this.#list, ...rows);
    this.#list.scrollTop = scroll;
    if (focused) {
      this.#list.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    }
  }

  #row(entry: Entry, chosen: boolean, reachable: boolean): HTMLElement {
    return h(
      "div",
      {
        class: "tool",
        role: "option",
        "aria-selected": String(chosen),
        tabindex: reachable ? "0" : "-1",
        title: entry.title,
        data: { testid: entry.testid, key: entry.key },
        on: { click: () => this.#choose(entry) },
      },
      ...entry.row(),
    );
  }

  #choose(entry: Entry): void {
    this.#reached = entry.key;
    entry.choose();
  }

  #searchKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.#search.value = "";
      this.#render();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      this.#list.querySelector<HTMLElement>("[role=option]")?.focus();
      const first = this.#found()[0];
      if (event.key === "Enter" && first) {
        this.#choose(first);
      }
    }
  }

  #listKey(event: KeyboardEvent): void {
    const found = this.#found().slice(0, MOST_ROWS);
    const at = found.findIndex((one) => one.key === (document.activeElement as HTMLElement | null)?.dataset["key"]);
    const chooses = event.key === "Enter" || event.key === " ";
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1, Enter: at, " ": at }[event.key];
    if (to === undefined) {
      return;
    }
    event.preventDefault();
    const entry = found[to];
    if (!entry) {
      if (to < 0) {
        this.focusSearch();
      }
      return;
    }
    this.#reached = entry.key;
    if (chooses || this.#follow) {
      this.#choose(entry);
    } else {
      this.#render();
    }
    this.#list.querySelector<HTMLElement>(`[data-key="${CSS.escape(entry.key)}"]`)?.focus();
  }
}

// A server may list the same entry twice.
function distinct(entries: Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.map((entry, i) => {
    const key = seen.has(entry.key) ? `${entry.key} ${i}` : entry.key;
    seen.add(key);
    return { ...entry, key };
  });
}

/** Placeholders for rows. */
export function loadingRows(): HTMLElement[] {
  return [
    [62, 40],
    [48, 34],
    [56, 46],
  ].map((widths) =>
    h(
      "div",
      { class: "tool tool-skeleton", "aria-hidden": "true" },
      ...widths.map((width) => h("span", { class: "bone", style: `width:${width}%` })),
    ),
  );
}

// The timeline of all messages: MCP, views and logs.

import type { Bench } from "./bench.ts";
import { source } from "./content.ts";
import { apply, fill, h, icon, iconButton, uniqueId } from "./dom.ts";
import { leave } from "./focus.ts";
import { formatBytes, formatMs } from "./format.ts";
import { jsonTree } from "./jsontree.ts";
import { newLines, printedEntry } from "./printed.ts";
import type { Printed } from "./printed.ts";
import { countText, matches, MOST_ENTRIES, offset, splitMethod } from "./traffic.ts";
import type { Entry, Filter } from "./traffic.ts";
import { isRecord } from "./wire.ts";

// The server's events arrive a moment after the page's own. Among this many recent rows, they are sorted by time.
const REORDER = 60;

interface Row {
  entry: Entry;
  element: HTMLElement;
}

/** The least height of the timeline in pixels, and the greatest as a share of the window's. */
const LEAST_HEIGHT = 120;
const MOST_HEIGHT = 0.75;

// Rows are added in batches, so that they don't slow down a view that is loading.
const BATCH_MS = 100;

export class Timeline extends HTMLElement {
  readonly #bench: Bench;
  readonly #rows: Row[] = [];
  readonly #list = h("div", {
    class: "events",
    role: "listbox",
    tabindex: "0",
    "aria-label": "Messages",
    on: { keydown: (event) => this.#key(event) },
  });
  readonly #detail = h("aside", { class: "event-detail", "aria-label": "Message", hidden: true });
  readonly #count = h("span", { class: "timeline-count" });
  readonly #filter: Filter = { text: "", profile: "", kind: "" };
  readonly #pause: HTMLButtonElement;
  readonly #toggle: HTMLButtonElement;
  readonly #none = h("p", { class: "quiet events-none" }, "There are no messages yet.");
  #paused = false;
  /** Entries that arrived while the timeline was paused. */
  #held: Entry[] = [];
  #waiting: Entry[] = [];
  /** The number of entries that were removed to make room. */
  #dropped = 0;
  #chosen: Row | undefined;
  #printed: Printed | undefined;
  readonly #divider = h("div", { class: "event-divider", role: "presentation", hidden: true }, "before this page");
  // When the page was opened. Earlier entries are above the divider.
  readonly #start = Math.floor(Date.now() - performance.now());

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    const search = h("input", {
      type: "search",
      placeholder: "Filter",
      "aria-label": "Filter messages by text",
      spellcheck: "false",
      autocomplete: "off",
      on: { input: () => this.#refilter({ text: search.value }) },
    });
    const host = select(
      "Host",
      [["", "All hosts"], ...bench.profiles().map((one): [string, string] => [one.id, one.title])],
      (value) => this.#refilter({ profile: value }),
    );
    const kind = select(
      "Kind",
      [
        ["", "Everything"],
        ["mcp", "MCP"],
        ["view", "Views"],
        ["log", "Log"],
        ["stderr", "Server log"],
        ["notification", "Notifications"],
        ["error", "Errors"],
        ["noise", "Not JSON-RPC"],
      ],
      (value) => this.#refilter({ kind: value as Filter["kind"] }),
    );
    this.#pause = iconButton("pause", "Pause", () => this.#setPaused(!this.#paused), { "aria-pressed": "false" });
    this.#toggle = iconButton("chevron", "Hide the timeline", () => this.#fold(), {
      class: "icon-button timeline-fold",
      "aria-expanded": "true",
    });
    this.append(
      this.#grip(),
      h(
        "header",
        { class: "timeline-head" },
        h("h2", {}, "Timeline"),
        this.#count,
        h("div", { class: "search" }, icon("search"), search),
        host,
        kind,
        h(
          "div",
          { class: "timeline-tools" },
          this.#pause,
          iconButton("trash", "Clear", () => this.#clear()),
          this.#toggle,
        ),
      ),
      h("div", { class: "timeline-body" }, h("div", { class: "events-side" }, this.#none, this.#list), this.#detail),
    );
    bench.onTraffic((entry) => this.#take(entry));
    bench.printed.watch((lines) => {
      const fresh = newLines(lines, this.#printed);
      // After the log was cleared, its old lines are not added again.
      this.#printed = lines.at(-1) ?? this.#printed;
      fresh.forEach((line) => this.#take(printedEntry(line)));
    });
    this.#renderCount();
  }

  /** Shows the latest messages. */
  toEnd(): void {
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** Closes the selected message; reports whether there was one. */
  closeDetail(): boolean {
    if (!this.#chosen) {
      return false;
    }
    this.#chosen.element.setAttribute("aria-selected", "false");
    this.#list.removeAttribute("aria-activedescendant");
    this.#chosen = undefined;
    leave(this.#detail, this.#list);
    this.#detail.hidden = true;
    return true;
  }

  #take(entry: Entry): void {
    if (this.#paused) {
      this.#held.push(entry);
      if (this.#held.length > MOST_ENTRIES) {
        this.#held.shift();
        this.#dropped += 1;
      }
      this.#renderCount();
      return;
    }
    if (this.#waiting.length === 0) {
      setTimeout(() => this.#flush(), BATCH_MS);
    }
    this.#waiting.push(entry);
  }

  // Adds all waiting entries at once, which needs only one layout.
  #flush(): void {
    const atEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    for (const entry of this.#waiting.splice(0)) {
      this.#insert(entry);
    }
    while (this.#rows.length > MOST_ENTRIES) {
      this.#rows.shift()?.element.remove();
      this.#dropped += 1;
    }
    this.#divide();
    this.#renderCount();
    if (atEnd) {
      this.toEnd();
    }
  }

  #insert(entry: Entry): void {
    const row: Row = { entry, element: this.#row(entry) };
    let at = this.#rows.length;
    const lowest = entry.time < this.#start ? 0 : Math.max(0, at - REORDER);
    while (at > lowest && (this.#rows[at - 1]?.entry.time ?? 0) > entry.time) {
      at -= 1;
    }
    const next = this.#rows[at];
    this.#rows.splice(at, 0, row);
    row.element.hidden = !matches(entry, this.#filter);
    this.#list.insertBefore(row.element, next?.element ?? null);
    row.element.addEventListener("click", () => this.#choose(row));
  }

  #divide(): void {
    const first = this.#rows.findIndex((row) => row.entry.time >= this.#start);
    const earlier = first < 0 ? this.#rows : this.#rows.slice(0, first);
    this.#divider.hidden = earlier.every((row) => row.element.hidden);
    const next = this.#rows[first]?.element ?? null;
    if (earlier.length === 0) {
      this.#divider.remove();
    } else if (!this.#divider.isConnected || this.#divider.nextElementSibling !== next) {
      this.#list.insertBefore(this.#divider, next);
    }
  }

  #row(entry: Entry): HTMLElement {
    const route = this.#route(entry);
    const out = entry.direction === "out";
    const [head, tail] = splitMethod(nameOf(entry));
    const said = saidBy(entry);
    return h(
      "div",
      {
        class: "event",
        role: "option",
        "aria-selected": "false",
        data: {
          testid: "event",
          method: entry.method,
          lane: entry.lane,
          direction: entry.direction,
          kind: entry.kind,
          profile: entry.profile,
        },
      },
      h("span", { class: "event-time" }, offset(entry.time - this.#start)),
      h(
        "span",
        { class: "event-host" },
        entry.lane === "log" ? null : h("span", { class: "host-dot", data: { host: entry.profile } }),
        h("span", { class: "event-words" }, this.#bench.profile(entry.profile)?.title ?? entry.profile),
      ),
      h(
        "span",
        { class: "event-route", title: `${out ? "to" : "from"} ${route}` },
        icon(out ? "right" : "left"),
        h("span", { class: "unseen" }, out ? "to " : "from "),
        h("span", { class: "event-words" }, route),
      ),
      h(
        "span",
        { class: "event-method", title: said || [entry.method, entry.subject ?? ""].join(" ").trim() },
        head === "" ? null : h("span", { class: "event-head" }, head),
        h("span", { class: "event-tail" }, tail),
        entry.subject ? h("bdi", { class: "event-subject" }, entry.subject) : null,
        said !== ""
          ? h("span", { class: "event-said" }, said)
          : entry.kind === "request"
            ? null
            : h("span", { class: "event-kind" }, entry.kind),
        entry.note && said === "" ? h("span", { class: "event-note", title: entry.note }, entry.note) : null,
      ),
      h("span", { class: "event-took" }, entry.durationMs === undefined ? "" : formatMs(entry.durationMs)),
      h("span", { class: "event-size" }, formatBytes(entry.bytes)),
    );
  }

  // The sender or receiver: with several servers, the server's name.
  #route({ lane, server }: Entry): string {
    const several = this.#bench.servers.value.length > 1;
    const named = several ? this.#bench.servers.value.find((one) => one.id === server) : undefined;
    const name = named?.title || named?.id || "server";
    return { mcp: name, view: "view", log: "Oriel", stderr: name }[lane];
  }

  #choose(row: Row): void {
    if (this.#chosen === row) {
      this.closeDetail();
      return;
    }
    this.closeDetail();
    this.#chosen = row;
    row.element.setAttribute("aria-selected", "true");
    row.element.id ||= uniqueId("event");
    this.#list.setAttribute("aria-activedescendant", row.element.id);
    const { entry } = row;
    const copy = iconButton(
      "copy",
      "Copy as JSON",
      () =>
        void navigator.clipboard
          .writeText(JSON.stringify(entry.body, null, 2))
          .then(() => (this.#bench.announcement.value = "Copied.")),
    );
    fill(
      this.#detail,
      h(
        "header",
        { class: "event-detail-head" },
        h("h3", { title: entry.subject }, [nameOf(entry), entry.subject ?? ""].join(" ").trim()),
        h("span", { class: "event-kind" }, `${entry.kind}${entry.id === undefined ? "" : ` · id ${entry.id}`}`),
        h(
          "div",
          { class: "timeline-tools" },
          copy,
          iconButton("close", "Close", () => this.closeDetail()),
        ),
      ),
      entry.note ? h("p", { class: "event-remark" }, icon("info"), entry.note) : null,
      entry.lane === "stderr" || entry.kind === "noise" ? source(saidBy(entry), "") : jsonTree(entry.body),
    );
    this.#detail.hidden = false;
    row.element.scrollIntoView({ block: "nearest" });
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#rows.filter((row) => !row.element.hidden);
    const at = this.#chosen ? shown.indexOf(this.#chosen) : -1;
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? shown.length - 1 : at - 1, Home: 0, End: shown.length - 1 }[
      event.key
    ];
    const row = to === undefined ? undefined : shown[to];
    if (row && row !== this.#chosen) {
      event.preventDefault();
      this.#choose(row);
    }
  }

  #refilter(change: Partial<Filter>): void {
    Object.assign(this.#filter, change);
    for (const { entry, element } of this.#rows) {
      element.hidden = !matches(entry, this.#filter);
    }
    this.#divide();
    this.#renderCount();
  }

  #setPaused(paused: boolean): void {
    this.#paused = paused;
    this.#held.splice(0).forEach((entry) => this.#take(entry));
    this.#pause.setAttribute("aria-pressed", String(paused));
    this.#pause.setAttribute("aria-label", paused ? "Go on" : "Pause");
    this.#pause.title = paused ? "Go on" : "Pause";
    fill(this.#pause, icon(paused ? "play" : "pause"));
    this.#renderCount();
  }

  #clear(): void {
    this.closeDetail();
    this.#rows.length = 0;
    this.#list.replaceChildren();
    this.#held = [];
    this.#dropped = 0;
    this.#renderCount();
  }

  #renderCount(): void {
    const shown = this.#rows.reduce((sum, row) => sum + (row.element.hidden ? 0 : 1), 0);
    const all = this.#rows.length;
    const held = this.#paused ? this.#held.length : undefined;
    this.#count.textContent = this.#count.title = countText({ shown, all, held, dropped: this.#dropped });
    this.#none.hidden = shown > 0;
    this.#none.textContent = all > 0 ? "No message matches the filter." : "There are no messages yet.";
  }

  #fold(): void {
    const folded = this.toggleAttribute("data-folded");
    this.#toggle.setAttribute("aria-expanded", String(!folded));
    this.#toggle.setAttribute("aria-label", folded ? "Show the timeline" : "Hide the timeline");
  }

  // The upper edge, which can be moved by dragging or with the arrow keys.
  #grip(): HTMLElement {
    const highest = () => Math.round(innerHeight * MOST_HEIGHT);
    const set = (height: number) =>
      this.style.setProperty(
        "--timeline-height",
        `${Math.round(Math.max(LEAST_HEIGHT, Math.min(height, highest())))}px`,
      );
    const grip = h("div", {
      class: "grip",
      role: "separator",
      tabindex: "0",
      "aria-orientation": "horizontal",
      "aria-label": "Height of the timeline",
      "aria-valuemin": String(LEAST_HEIGHT),
    });
    new ResizeObserver(() => {
      apply(grip, {
        "aria-valuenow": String(this.offsetHeight),
        "aria-valuemax": String(Math.max(highest(), this.offsetHeight)),
        "aria-valuetext": `${this.offsetHeight} pixels`,
      });
    }).observe(this);
    grip.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 24, ArrowDown: -24 }[event.key];
      if (step) {
        event.preventDefault();
        set(this.offsetHeight + step);
      }
    });
    grip.addEventListener("pointerdown", (down) => {
      const height = this.offsetHeight;
      grip.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent) => set(height + down.clientY - event.clientY);
      grip.addEventListener("pointermove", move);
      grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
    });
    return grip;
  }
}

// A response without a matching request has no method.
function nameOf({ kind, method }: Entry): string {
  return kind === "noise" ? "not JSON-RPC" : method || (kind === "response" || kind === "error" ? "answer" : "message");
}

// The text of a log entry, or of output that is not JSON-RPC.
function saidBy({ lane, kind, body }: Entry): string {
  const speaks = lane === "log" || lane === "stderr" || kind === "noise";
  return speaks && isRecord(body) ? String(body["text"] ?? "") : "";
}

function select(
  label: string,
  options: [value: string, label: string][],
  change: (value: string) => void,
): HTMLElement {
  const element = h(
    "select",
    { "aria-label": label, on: { change: () => change(element.value) } },
    ...options.map(([value, text]) => h("option", { value }, text)),
  );
  return h("div", { class: "select" }, element, icon("chevron"));
}

customElements.define("oriel-timeline", Timeline);

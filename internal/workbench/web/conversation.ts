// What a view says into the conversation, as the host would show it, and what
// the workbench has to remark about it.

import { h, icon } from "./dom.ts";
import type { Child, IconName } from "./dom.ts";
import { jsonTree } from "./jsontree.ts";
import type { Notice } from "./host/protocol.ts";
import type { ContentBlock, Dropped, Json, Profile } from "./wire.ts";

const MOST_ITEMS = 40;
const MOST_LOG_LINES = 200;
const MOST_REMARKS = 30;
const MOST_OPEN_LINKS = 3;

/** What there is to say of a tool for views that the user ran. */
export function appOnlyRemark(profile: Profile): string {
  return profile.features["visibility"] === false
    ? "This tool is for views only, but this host shows it to its model too."
    : "The model of this host does not see this tool; it was run as a view would.";
}

export class Conversation {
  readonly element = h("ol", { class: "talk", "aria-label": "From the view", hidden: true });
  readonly #profile: Profile;
  readonly #announce: (text: string) => void;
  #context: HTMLElement | undefined;
  #state: HTMLElement | undefined;
  #log: { lines: HTMLElement; count: HTMLElement; total: number } | undefined;
  readonly #remarks = new Map<string, { count: number; badge: HTMLElement }>();
  #openLinks = 0;
  readonly #closing = new Set<() => void>();

  constructor(profile: Profile, announce: (text: string) => void) {
    this.#profile = profile;
    this.#announce = announce;
  }

  clear(): void {
    for (const close of [...this.#closing]) {
      close();
    }
    this.element.replaceChildren();
    this.element.hidden = true;
    this.#context = undefined;
    this.#state = undefined;
    this.#log = undefined;
    this.#remarks.clear();
  }

  message(content: ContentBlock[]): void {
    const parts = content.map((block) =>
      block.type === "text"
        ? h("p", {}, block.text ?? "")
        : h("details", {}, h("summary", {}, block.type), jsonTree(block)),
    );
    this.#add("user", h("span", { class: "talk-by" }, "Sent by the view"), h("div", { class: "bubble" }, ...parts));
  }

  intent(name: string, params: unknown): void {
    this.#add(
      "user",
      h("span", { class: "talk-by" }, "Intent from the view"),
      h("div", { class: "bubble" }, h("p", {}, name), params === undefined ? null : jsonTree(params)),
    );
  }

  /** Asks before opening; resolves to whether it was opened. */
  link(url: URL): Promise<boolean> {
    if (this.#openLinks >= MOST_OPEN_LINKS) {
      return Promise.resolve(false);
    }
    this.#openLinks += 1;
    return new Promise((resolve) => {
      const close = () => finish(false, "Not opened");
      const finish = (opened: boolean, word: string) => {
        this.#openLinks -= 1;
        this.#closing.delete(close);
        item.replaceChildren(
          h("span", { class: "talk-line" }, icon("link"), `${word}: `, h("span", { class: "talk-url" }, url.href)),
        );
        resolve(opened);
      };
      const open = () => {
        // With noopener the answer is always null, so the click counts.
        window.open(url.href, "_blank", "noopener,noreferrer");
        finish(true, "Opened");
      };
      const yes = h(
        "button",
        { type: "button", class: "button primary", data: { testid: "open-link" }, on: { click: open } },
        "Open in a new tab",
      );
      const item = this.#add(
        "link",
        h("p", { class: "talk-question" }, "The view wants to open this page:"),
        h("p", { class: "talk-url" }, url.href),
        h(
          "div",
          { class: "talk-buttons" },
          yes,
          h("button", { type: "button", class: "button", on: { click: close } }, "Don't open"),
        ),
      );
      this.#closing.add(close);
      this.#announce(`${this.#profile.title}: the view wants to open ${url.host}`);
      item.scrollIntoView({ block: "nearest" });
    });
  }

  // The last one counts, so it takes the place of the one before.
  modelContext(context: Json): void {
    this.#context = this.#replace(this.#context, "context", this.#fold("Told the model", context));
  }

  state(state: unknown): void {
    this.#state = this.#replace(this.#state, "context", this.#fold("State kept by the host", state));
  }

  log(level: string, logger: string, data: unknown): void {
    if (!this.#log) {
      const lines = h("ol", { class: "log-lines" });
      const count = h("span", { class: "count" });
      this.#log = { lines, count, total: 0 };
      this.#add("context", h("details", { class: "fold" }, h("summary", {}, "Log", count), lines));
    }
    const log = this.#log;
    log.total += 1;
    log.count.textContent = String(log.total);
    const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    log.lines.append(
      h(
        "li",
        { data: { level } },
        h("span", { class: "log-level" }, level),
        logger ? `${logger}: ` : "",
        text.slice(0, 2000),
      ),
    );
    if (log.lines.childElementCount > MOST_LOG_LINES) {
      log.lines.firstElementChild?.remove();
    }
  }

  notice(notice: Notice): void {
    const host = this.#profile.title;
    switch (notice.kind) {
      case "lacking":
        this.#remark("lacking", "alert", `${host} does not have ${notice.what}; it was refused.`);
        break;
      case "unknown":
        this.#remark(
          "unknown",
          "info",
          this.#profile.id === "generic"
            ? `Not every host has ${notice.what}; it was allowed here.`
            : `Nobody has found out whether ${host} has ${notice.what}; it was allowed.`,
        );
        break;
      case "unsupported":
        this.#remark("unsupported", "info", `The workbench does not answer ${notice.what}; the view was told so.`);
        break;
      case "fault":
        this.#remark("fault", "alert", `The view ${notice.what}.`);
        break;
    }
  }

  violation(params: Json): void {
    const text = (key: string) =>
      typeof params[key] === "string" || typeof params[key] === "number" ? String(params[key]) : "";
    const where = text("file") ? ` (${text("file").slice(0, 200)}${text("line") ? `:${text("line")}` : ""})` : "";
    const directive = text("directive") || "a directive";
    const blocked = text("blocked").slice(0, 300) || "this";
    this.#remark(
      "violation",
      "alert",
      `Blocked by the view's content security policy: ${directive} does not allow ${blocked}${where}. ` +
        "Declare the origin in the view's CSP.",
    );
  }

  /** What the view asked for and the sandbox does not give it. */
  dropped({ field, value, reason }: Dropped): void {
    this.#remark("dropped", "alert", `${field} ${value} is left out. ${reason}`);
  }

  appOnly(): void {
    this.#remark("app-only", "info", appOnlyRemark(this.#profile));
  }

  sizeLoop(): void {
    this.#remark(
      "fault",
      "alert",
      "The view's size and its frame chase each other; the workbench stopped following. " +
        "Don't size the view by the frame's own height.",
    );
  }

  // The same remark again only counts up.
  #remark(kind: string, name: IconName, text: string): void {
    const known = this.#remarks.get(text);
    if (known) {
      known.count += 1;
      known.badge.textContent = `×${known.count}`;
      return;
    }
    if (this.#remarks.size >= MOST_REMARKS) {
      return;
    }
    const badge = h("span", { class: "count" });
    this.#remarks.set(text, { count: 1, badge });
    const item = this.#add("remark", h("span", { class: "talk-line" }, icon(name), h("span", {}, text), badge));
    item.dataset["remark"] = kind;
    this.#announce(text);
  }

  #fold(title: string, value: unknown): HTMLElement {
    return h("details", { class: "fold" }, h("summary", {}, title), jsonTree(value));
  }

  #replace(old: HTMLElement | undefined, kind: string, content: HTMLElement): HTMLElement {
    if (!old?.isConnected) {
      return this.#add(kind, content);
    }
    old.replaceChildren(content);
    return old;
  }

  #add(kind: string, ...children: Child[]): HTMLElement {
    const item = h("li", { class: `talk-item talk-${kind}` }, ...children);
    this.element.hidden = false;
    this.element.append(item);
    if (this.element.childElementCount > MOST_ITEMS) {
      this.element.querySelector(":scope > :not(.talk-link)")?.remove();
    }
    return item;
  }
}

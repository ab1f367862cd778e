// The log of a server: what its program writes to standard error.

import type { Bench } from "./bench.ts";
import { h, icon, iconButton } from "./dom.ts";
import { lastLines, plainText } from "./printed.ts";
import type { Printed } from "./printed.ts";
import { batched } from "./batch.ts";
import type { ServerInfo } from "./wire.ts";

const MOST_LINES = 1000;
const LONGEST = 4000;
const NEAR_END = 24;

/** The log of the selected server. It scrolls to new lines while its end is visible. */
export class ServerLog {
  readonly element: HTMLElement;
  readonly #bench: Bench;
  readonly #lines = h("ol", { class: "printed-lines", tabindex: "0", "aria-label": "Server log", dir: "ltr" });
  readonly #none = h("p", { class: "quiet" }, "It has printed nothing to its standard error.");
  readonly #count: (count: number) => void;
  #server = "";
  #last: Printed | undefined;

  constructor(bench: Bench, count: (count: number) => void) {
    this.#bench = bench;
    this.#count = count;
    this.element = h(
      "div",
      { class: "server-log", data: { testid: "server-log" } },
      this.#lines,
      this.#none,
      iconButton("trash", "Clear the server log", () => this.#clear(), { class: "icon-button server-log-clear" }),
    );
    bench.printed.changed(batched(() => this.#take()));
    bench.server.changed(() => this.#take());
    this.#take();
  }

  toEnd(): void {
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  #take(): void {
    const all = this.#bench.printed.value;
    const server = this.#bench.server.value;
    const known = this.#last ? all.lastIndexOf(this.#last) : -1;
    const whole = server !== this.#server || known < 0;
    if (whole) {
      this.#lines.replaceChildren();
      this.#server = server;
    }
    const fresh = lastLines(whole ? all : all.slice(known + 1), server, MOST_LINES);
    const atEnd = this.#lines.scrollHeight - this.#lines.scrollTop - this.#lines.clientHeight < NEAR_END;
    this.#lines.append(...fresh.map((line) => this.#line(line)));
    while (this.#lines.childElementCount > MOST_LINES) {
      this.#lines.firstElementChild?.remove();
    }
    this.#last = all.at(-1);
    this.#count(this.#lines.childElementCount);
    this.#renderNone();
    if (atEnd) {
      this.toEnd();
    }
  }

  #line({ profile, text, time }: Printed): HTMLElement {
    const title = this.#bench.profile(profile)?.title ?? profile;
    const when = new Date(time).toLocaleTimeString("en-GB");
    return h(
      "li",
      { title: [title === "" ? "" : `As ${title}`, when].filter((one) => one !== "").join(", ") },
      profile === "" ? null : h("span", { class: "host-dot", data: { host: profile } }),
      plainText(text).slice(0, LONGEST) || " ",
    );
  }

  #renderNone(): void {
    const empty = this.#lines.childElementCount === 0;
    this.#lines.hidden = empty;
    this.#none.hidden = !empty;
  }

  #clear(): void {
    const server = this.#bench.server.value;
    this.#bench.printed.value = this.#bench.printed.value.filter((one) => one.server !== server);
    this.#last = undefined;
    this.#take();
  }
}

/** The last lines of a server's log, to show with its failure; undefined if the log is empty. */
export function logTail(lines: Printed[], server: string, most: number): HTMLElement | undefined {
  const last = lastLines(lines, server, most);
  return last.length === 0
    ? undefined
    : h(
        "ol",
        { class: "printed-lines tail", tabindex: "0", "aria-label": "The last lines it printed", dir: "ltr" },
        ...last.map(({ text }) => h("li", {}, plainText(text).slice(0, LONGEST) || " ")),
      );
}

/** Scrolls the tails in an element to their end. */
export function scrollTailsToEnd(place: HTMLElement): void {
  for (const tail of place.querySelectorAll(".tail")) {
    tail.scrollTop = tail.scrollHeight;
  }
}

/** The server's command line or address. */
export function addressLine({ address, transport }: ServerInfo): HTMLElement | null {
  return address
    ? h(
        "p",
        { class: "server-address", title: address },
        icon(transport === "stdio" ? "terminal" : "link"),
        h("code", { class: "one-line", dir: "ltr" }, address),
      )
    : null;
}

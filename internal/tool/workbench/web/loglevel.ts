// The choice of the log messages that the server sends.

import { sentence } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { h, icon } from "./dom.ts";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

export class LogLevel {
  readonly element: HTMLElement;
  /** Whether the selected server has levels. */
  offered = false;
  readonly #bench: Bench;
  readonly #select: HTMLSelectElement;
  // What was chosen for each server since the page was loaded.
  readonly #chosen = new Map<string, string>();

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#select = h(
      "select",
      { "aria-label": "Log level", data: { testid: "log-level" }, on: { change: () => void this.#choose() } },
      h("option", { value: "" }, "Server's choice"),
      ...LEVELS.map((level) => h("option", { value: level }, level)),
    );
    this.element = h(
      "label",
      { class: "asked-as" },
      h("span", { class: "rail-label" }, "Logs from"),
      h("span", { class: "select" }, this.#select, icon("chevron")),
    );
  }

  /** Shows the level of the selected server. */
  render(): void {
    const info = this.#bench.serverInfo();
    // From 2026-07-28 on, each request has a level, which needs no capability.
    this.offered = info?.capabilities?.["logging"] !== undefined || (info?.protocol ?? "") >= "2026-07-28";
    this.#select.disabled = !this.#bench.live.value;
    this.#select.value = this.#chosen.get(info?.id ?? "") ?? info?.logLevel ?? "";
  }

  async #choose(): Promise<void> {
    const server = this.#bench.server.value;
    const level = this.#select.value;
    try {
      await this.#bench.api.logLevel(server, level);
      this.#chosen.set(server, level);
    } catch (error) {
      this.#bench.showProblem(sentence(error));
      this.render();
    }
  }
}

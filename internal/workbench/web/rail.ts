// The left side: which server, which tool, with what, in which hosts.

import type { Bench } from "./bench.ts";
import { mark } from "./brand.ts";
import { fill, h, icon } from "./dom.ts";
import { ArgumentsForm } from "./form.ts";
import { ToolPicker } from "./tools.ts";
import type { Json, Profile, ServerInfo } from "./wire.ts";

const statusWords: Record<string, string> = { starting: "Starting", ready: "Ready", failed: "Failed" };

export class Rail extends HTMLElement {
  readonly #bench: Bench;
  readonly #picker: ToolPicker;
  readonly #form = new ArgumentsForm();
  readonly #server = h("div", { class: "server" });
  readonly #about = h("p", { class: "tool-about" });
  readonly #chips = h("div", { class: "chips", role: "group", "aria-label": "Hosts to run in" });
  readonly #hint = h("p", { class: "run-hint", hidden: true });
  readonly #runButton = h(
    "button",
    {
      type: "button",
      class: "run",
      data: { testid: "run" },
      "aria-keyshortcuts": "Control+Enter Meta+Enter",
      on: { click: () => this.run() },
    },
    icon("play"),
    "Run",
    h("kbd", {}, /Mac/.test(navigator.userAgent) ? "⌘ ↵" : "Ctrl ↵"),
  );
  #firstArgs: Json | undefined;

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.#picker = new ToolPicker(bench);
    this.append(
      h(
        "header",
        { class: "brand" },
        mark(),
        h("span", { class: "brand-name" }, "Oriel"),
        h("span", { class: "brand-version" }, bench.session.version),
      ),
      h(
        "div",
        { class: "rail-scroll" },
        h("section", { class: "rail-section", "aria-label": "Server" }, this.#server),
        h("section", { class: "rail-section rail-tools", "aria-label": "Tools" }, this.#picker),
        h("section", { class: "rail-section rail-form", "aria-label": "Arguments" }, this.#about, this.#form),
      ),
      h(
        "footer",
        { class: "rail-foot" },
        h("h2", { class: "rail-label" }, "Hosts"),
        this.#chips,
        this.#hint,
        this.#runButton,
      ),
    );
    this.#form.send = (args) => this.runWith(args);
    bench.servers.watch(() => this.#renderServer());
    bench.server.changed(() => this.#renderServer());
    bench.live.changed(() => this.#renderServer());
    bench.tool.watch(() => this.#toolChanged());
    bench.chosen.watch(() => this.#renderChips());
    bench.run.changed(() => this.#renderRun());
  }

  get picker(): ToolPicker {
    return this.#picker;
  }

  /** Chooses a tool and fills in its arguments. */
  choose(name: string, args: Json | undefined): boolean {
    const tool = this.#bench.tools.value.tools.find((one) => one.name === name);
    if (!tool) {
      return false;
    }
    this.#firstArgs = args;
    if (this.#bench.tool.value === tool) {
      this.#toolChanged();
    } else {
      this.#bench.tool.value = tool;
    }
    return true;
  }

  /** Runs with what the form holds; false when the form has something to say against it. */
  run(): boolean {
    if (!this.#bench.tool.value || this.#bench.chosen.value.length === 0) {
      return true;
    }
    const args = this.#form.submit();
    if (!args) {
      this.#bench.announcement.value = "The arguments need attention.";
      return false;
    }
    this.runWith(args);
    return true;
  }

  /** Runs with exactly these arguments, whatever the tool's schema says. */
  runWith(args: Json): void {
    const tool = this.#bench.tool.value;
    if (tool && this.#bench.chosen.value.length > 0) {
      this.#bench.start(tool, args);
    }
  }

  #toolChanged(): void {
    const tool = this.#bench.tool.value;
    this.#form.show(tool, this.#firstArgs);
    this.#firstArgs = undefined;
    this.#about.textContent = tool?.description ?? "";
    this.#about.hidden = !tool?.description;
    this.#form.hidden = !tool;
    this.#renderRun();
  }

  #renderServer(): void {
    const servers = this.#bench.servers.value;
    const info = this.#bench.serverInfo();
    if (!info) {
      fill(this.#server, h("p", { class: "quiet" }, "Waiting for a server."));
      return;
    }
    const status = this.#bench.live.value ? info.status : "lost";
    const word = this.#bench.live.value ? (statusWords[info.status] ?? info.status) : "No connection";
    fill(
      this.#server,
      h(
        "div",
        { class: "server-line" },
        servers.length > 1 ? this.#serverSelect(servers) : h("h1", { class: "server-name" }, info.title || info.id),
        h("span", { class: "server-version" }, info.version),
      ),
      h("p", { class: "server-status", data: { status } }, h("span", { class: "dot" }), word),
      info.status === "failed" && info.reason ? h("p", { class: "quiet problem" }, info.reason) : null,
    );
  }

  #serverSelect(servers: ServerInfo[]): HTMLElement {
    const select = h("select", {
      "aria-label": "Server",
      on: { change: () => (this.#bench.server.value = select.value) },
    });
    for (const one of servers) {
      select.append(h("option", { value: one.id }, one.title || one.id));
    }
    select.value = this.#bench.server.value;
    return h("div", { class: "select" }, select, icon("chevron"));
  }

  #renderChips(): void {
    const chosen = this.#bench.chosen.value;
    const chip = (profile: Profile) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(chosen.includes(profile.id)),
          data: { profile: profile.id },
          on: { click: () => this.#bench.toggleProfile(profile.id) },
        },
        h("span", { class: "host-dot", data: { host: profile.id } }),
        profile.title,
      );
    const focused = (document.activeElement as HTMLElement | null)?.dataset["profile"];
    fill(this.#chips, ...this.#bench.profiles().map(chip));
    if (focused) {
      this.#chips.querySelector<HTMLElement>(`[data-profile="${CSS.escape(focused)}"]`)?.focus();
    }
    this.#renderRun();
  }

  #renderRun(): void {
    const tool = this.#bench.tool.value;
    const hosts = this.#bench.chosen.value.length;
    this.#runButton.disabled = !tool || hosts === 0;
    const changes = tool !== undefined && tool.annotations?.readOnlyHint !== true && hosts > 1;
    const pending = this.#hostsPending();
    this.#runButton.toggleAttribute("data-pending", pending);
    const hints = [
      pending ? "The hosts have changed since the run; Run applies it." : "",
      changes ? `Does not say it is read-only; it will be called ${hosts} times, once per host.` : "",
    ].filter((one) => one !== "");
    this.#hint.hidden = hints.length === 0;
    this.#hint.textContent = hints.join(" ");
  }

  // Whether other hosts are chosen than those whose cards are shown. A host
  // that is chosen doesn't run at once, for the tool may change something.
  #hostsPending(): boolean {
    const shown = this.#bench.run.value?.profiles.map((one) => one.id);
    const chosen = this.#bench.chosen.value;
    return shown !== undefined && (shown.length !== chosen.length || !chosen.every((id) => shown.includes(id)));
  }
}

customElements.define("oriel-rail", Rail);

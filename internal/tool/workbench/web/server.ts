// The servers in the rail: the selected one, its status and its metadata.

import type { Bench } from "./bench.ts";
import { sentence } from "./bench.ts";
import { prose } from "./content.ts";
import { fill, h, icon, uniqueId } from "./dom.ts";
import { stopsServer } from "./problemlist.ts";
import { jsonTree } from "./jsontree.ts";
import { later } from "./loadlater.ts";
import { LogLevel } from "./loglevel.ts";
import { addressLine, logTail, ServerLog, scrollTailsToEnd } from "./serverlog.ts";
import { batched } from "./batch.ts";
import { SignInLine } from "./signin.ts";
import type { SignInPanel } from "./signinpanel.ts";
import type { ServerInfo } from "./wire.ts";

const MOST_BUTTONS = 4;
const TAIL_LINES = 4;
const statusWords: Record<string, string> = { starting: "Starting", ready: "Ready", failed: "Failed", down: "Not running" };
const transportWords: Record<string, string> = { http: "HTTP", sse: "SSE", stdio: "stdio" };

type FoldName = "signin" | "instructions" | "capabilities" | "level" | "log";

export class ServerPanel extends HTMLElement {
  readonly #bench: Bench;
  readonly #choice = h("div", { class: "server-choice" });
  readonly #name = h("h2", { class: "server-name clamped", dir: "auto" });
  readonly #version = h("span", { class: "server-version one-line" });
  readonly #status = h("p", { class: "server-status", data: { testid: "server-status" }, role: "status" });
  readonly #restart: HTMLButtonElement;
  readonly #about = h("div", { class: "server-about" });
  readonly #waiting = h("p", { class: "quiet" }, "Waiting for a server.");
  readonly #folds: Record<FoldName, { button: HTMLButtonElement; panel: HTMLElement }>;
  readonly #badge = h("span", { class: "count" });
  readonly #log: ServerLog;
  readonly #level: LogLevel;
  readonly #signIn: SignInLine;
  #signInPanel: SignInPanel | undefined;
  readonly #body: HTMLElement;
  #open: FoldName | undefined;

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.className = "server";
    this.#log = new ServerLog(bench, (count) => (this.#badge.textContent = count === 0 ? "" : String(count)));
    this.#level = new LogLevel(bench);
    this.#signIn = new SignInLine(bench);
    this.#restart = restartButton(bench);
    this.#folds = {
      signin: this.#fold("signin", "Sign-in"),
      instructions: this.#fold("instructions", "Instructions"),
      capabilities: this.#fold("capabilities", "Capabilities"),
      level: this.#fold("level", "Log level"),
      log: this.#fold("log", "Server log", this.#badge),
    };
    this.#folds.level.panel.append(this.#level.element);
    this.#folds.log.panel.append(this.#log.element);
    const folds = Object.values(this.#folds);
    this.#body = h(
      "div",
      { class: "server-body" },
      h("div", { class: "server-line" }, this.#name, this.#version),
      h("div", { class: "server-line" }, this.#status, this.#restart),
      this.#about,
      this.#signIn.element,
      h("div", { class: "server-folds" }, ...folds.map(({ button }) => button)),
      ...folds.map(({ panel }) => panel),
    );
    this.append(this.#waiting, this.#choice, this.#body);
    bench.servers.watch(() => this.#render());
    bench.server.changed(() => this.#render());
    bench.live.changed(() => this.#render());
    bench.busy.changed(() => this.#render());
    bench.problems.changed(() => this.#render());
    const renderFailure = batched(() => this.#render());
    bench.printed.changed(() => bench.serverInfo()?.status === "failed" && renderFailure());
  }

  #render(): void {
    const servers = this.#bench.servers.value;
    const info = this.#bench.serverInfo();
    this.#waiting.hidden = info !== undefined;
    this.#body.hidden = info === undefined;
    this.#renderChoice(servers);
    if (!info) {
      return;
    }
    const live = this.#bench.live.value;
    const several = servers.length > 1;
    this.#name.textContent = info.title || info.id;
    this.#name.classList.toggle("unseen", several);
    this.#version.textContent = several ? "" : info.version;
    this.#version.title = info.version;
    const known = [transportWords[info.transport ?? ""] ?? "", info.protocol ? `MCP ${info.protocol}` : ""].filter(
      (one) => one !== "",
    );
    const status = expected(this.#bench, info);
    this.#renderStatus(info, live ? status : "lost", known.join(" · "));
    this.#restart.disabled = !live;
    label(this.#restart, info);
    fill(this.#about, addressLine(info), ...(status === "failed" ? this.#failure(info) : []));
    scrollTailsToEnd(this.#about);
    this.#signIn.render(info);
    this.#renderFolds(info);
  }

  // Screen readers announce it, so it is only changed if its text changes.
  #renderStatus(info: ServerInfo, status: string, known: string): void {
    const says = `${info.id} ${status} ${info.code} ${info.signIn.status} ${known}`;
    if (this.#status.dataset["says"] === says) {
      return;
    }
    this.#status.dataset["says"] = says;
    this.#status.dataset["status"] = status;
    fill(
      this.#status,
      h("span", { class: "dot" }),
      status === "lost"
        ? "No connection"
        : status === "failed" && refusesAccess(info)
          ? info.signIn.status === "needed"
            ? "Not signed in"
            : "Access refused"
          : (statusWords[status] ?? status),
      h("span", { class: "server-known one-line", title: known }, known),
    );
  }

  #failure(info: ServerInfo): HTMLElement[] {
    if (refusesAccess(info) && info.signIn.status === "needed") {
      return []; // the line below says it
    }
    const tail = logTail(this.#bench.printed.value, info.id, TAIL_LINES);
    const reason = h("p", { class: "quiet problem server-reason", dir: "auto" }, info.reason || "It gave no reason.");
    return tail ? [reason, tail] : [reason];
  }

  // A few servers are buttons with their status; many are a list.
  #renderChoice(servers: ServerInfo[]): void {
    this.#choice.hidden = servers.length < 2;
    if (servers.length < 2) {
      this.#choice.replaceChildren();
      return;
    }
    const chosen = this.#bench.server.value;
    if (servers.length > MOST_BUTTONS) {
      const select = h("select", {
        "aria-label": "Server",
        on: { change: () => (this.#bench.server.value = select.value) },
      });
      for (const one of servers) {
        const word = one.status === "ready" ? "" : ` (${(statusWords[one.status] ?? one.status).toLowerCase()})`;
        select.append(h("option", { value: one.id }, (one.title || one.id) + word));
      }
      select.value = chosen;
      const focused = this.#choice.contains(document.activeElement);
      fill(this.#choice, h("div", { class: "select" }, select, icon("chevron")));
      if (focused) {
        select.focus();
      }
      return;
    }
    const focused = (document.activeElement as HTMLElement | null)?.dataset["server"];
    fill(
      this.#choice,
      h(
        "div",
        { class: "server-list", role: "group", "aria-label": "Servers" },
        ...servers.map((one) =>
          h(
            "button",
            {
              type: "button",
              class: "server-button",
              "aria-pressed": String(one.id === chosen),
              title: one.title || one.id,
              data: { server: one.id, status: this.#bench.live.value ? one.status : "lost" },
              on: { click: () => (this.#bench.server.value = one.id) },
            },
            h("span", { class: "dot" }),
            h("span", { class: "server-button-name one-line", dir: "auto" }, one.title || one.id),
            h("span", { class: "server-version one-line" }, one.version),
            h("span", { class: "unseen" }, `, ${(statusWords[one.status] ?? one.status).toLowerCase()}`),
          ),
        ),
      ),
    );
    if (focused !== undefined) {
      this.#choice.querySelector<HTMLElement>(`[data-server="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  #fold(name: FoldName, title: string, badge?: HTMLElement): { button: HTMLButtonElement; panel: HTMLElement } {
    const id = uniqueId("server");
    const panel = h("div", { id, class: `server-panel server-${name}`, hidden: true });
    const button = h(
      "button",
      {
        type: "button",
        class: "fold-button",
        "aria-expanded": "false",
        "aria-controls": id,
        data: { fold: name },
        on: { click: () => this.#show(this.#open === name ? undefined : name) },
      },
      title,
      badge,
    );
    return { button, panel };
  }

  #show(name: FoldName | undefined): void {
    this.#open = name;
    for (const [each, { button, panel }] of Object.entries(this.#folds)) {
      button.setAttribute("aria-expanded", String(each === name));
      panel.hidden = each !== name;
    }
    if (name === "log") {
      this.#log.toEnd();
    } else if (name === "signin") {
      void this.#showSignIn();
    }
  }

  async #showSignIn(): Promise<void> {
    const info = this.#bench.serverInfo();
    if (!info) {
      return;
    }
    try {
      const { SignInPanel } = await later();
      if (!this.#signInPanel) {
        this.#signInPanel = new SignInPanel(this.#bench);
        fill(this.#folds.signin.panel, this.#signInPanel.element);
      }
      await this.#signInPanel.show(info.id);
    } catch (error) {
      fill(this.#folds.signin.panel, h("p", { class: "quiet problem", role: "alert" }, sentence(error)));
    }
  }

  #renderFolds({ instructions, capabilities, transport }: ServerInfo): void {
    const { signin, instructions: told, capabilities: able, level, log } = this.#folds;
    // Who starts a program is its user.
    signin.button.hidden = transport === "stdio";
    if (this.#open === "signin" && !signin.button.hidden) {
      void this.#showSignIn();
    }
    this.#level.render();
    level.button.hidden = !this.#level.offered;
    // Oriel can only read the output of programs that it has started.
    log.button.hidden = transport !== "stdio";
    told.button.hidden = !instructions;
    able.button.hidden = !capabilities;
    if (told.panel.dataset["of"] !== instructions) {
      told.panel.dataset["of"] = instructions ?? "";
      fill(told.panel, prose(instructions ?? ""));
    }
    const text = JSON.stringify(capabilities ?? null);
    if (able.panel.dataset["of"] !== text) {
      able.panel.dataset["of"] = text;
      fill(able.panel, jsonTree(capabilities ?? null));
    }
    if (
      (this.#open === "instructions" && !instructions) ||
      (this.#open === "capabilities" && !capabilities) ||
      (this.#open === "level" && level.button.hidden) ||
      (this.#open === "log" && log.button.hidden) ||
      (this.#open === "signin" && signin.button.hidden)
    ) {
      this.#show(undefined);
    }
  }
}

// While a server is being built, or can't be built, show that instead of a failure.
function expected(bench: Bench, { status }: ServerInfo): string {
  if (status === "ready") {
    return status;
  }
  return bench.busy.value !== "" ? "starting" : bench.problems.value.some(stopsServer) ? "down" : status;
}

/** Whether the server answers with HTTP status 401 or 403. */
export function refusesAccess({ status, code }: ServerInfo): boolean {
  return status === "failed" && code === "auth_required";
}

function label(button: HTMLButtonElement, { transport, title, id }: ServerInfo): void {
  const word = transport === "stdio" ? "Restart" : "Reconnect";
  button.title = word;
  button.setAttribute("aria-label", `${word} ${title || id}`);
}

function restartButton(bench: Bench): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      data: { testid: "restart" },
      on: { click: () => void restart(bench) },
    },
    icon("reload"),
  );
}

/** Restarts the selected server. Errors are shown at the top of the page. */
export async function restart(bench: Bench): Promise<void> {
  const info = bench.serverInfo();
  if (!info) {
    return;
  }
  bench.announcement.value = `${info.title || info.id} is restarting.`;
  await bench.api.restart(info.id).catch((error: unknown) => bench.showProblem(sentence(error)));
}

customElements.define("oriel-server", ServerPanel);

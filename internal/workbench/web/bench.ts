// The page's state: servers, tools, what is chosen, and what was run.

import { Api, ApiError } from "./api.ts";
import { Signal } from "./signal.ts";
import type { Themes } from "./theme.ts";
import { Feed } from "./traffic.ts";
import type { Entry } from "./traffic.ts";
import type { Json, Profile, ServerEvent, ServerInfo, Session, Tool } from "./wire.ts";

export type ToolList = { status: "loading" | "ready" | "failed" | "none"; tools: Tool[]; reason: string };

export interface Run {
  server: string;
  tool: Tool;
  args: Json;
  profiles: Profile[];
}

export type Layout = "fit" | "host";

const FIRST_PROFILES = ["claude", "chatgpt", "mcp-ui", "text"];
const SETTLE_MS = 50;
const RETRY_MS = [500, 1000, 2000, 5000];

export class Bench {
  readonly api: Api;
  readonly session: Session;
  readonly themes: Themes;
  readonly servers: Signal<ServerInfo[]>;
  readonly server: Signal<string>;
  readonly tools = new Signal<ToolList>({ status: "none", tools: [], reason: "" });
  readonly tool = new Signal<Tool | undefined>(undefined);
  readonly chosen: Signal<string[]>;
  readonly layout = new Signal<Layout>("fit");
  readonly run = new Signal<Run | undefined>(undefined);
  /** A sentence for the top of the page; empty when all is well. */
  readonly trouble = new Signal("");
  /** The event stream: lost means the server went away. */
  readonly live = new Signal(true);
  /** Read out to people who don't see the page. */
  readonly announcement = new Signal("");

  readonly #recorders = new Set<(entry: Entry) => void>();
  readonly #lists = new Map<string, Promise<Tool[]>>();
  #status = "";
  readonly #feed = new Feed();
  #refreshing: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, session: Session, themes: Themes, profiles: string[] | undefined) {
    this.themes = themes;
    this.api = api;
    this.session = session;
    this.servers = new Signal(session.servers);
    this.server = new Signal(session.servers[0]?.id ?? "");
    const known = session.profiles.map((one) => one.id);
    const { chosen, unknown } = firstProfiles(known, profiles);
    this.chosen = new Signal(chosen);
    if (unknown.length > 0) {
      this.complain(`The address asks for unknown profiles: ${unknown.join(", ")}. Known are ${known.join(", ")}.`);
    }
    this.server.watch(() => void this.loadTools());
    this.servers.changed(() => this.#serverChanged());
    void this.#listen();
  }

  /** All profiles, the best known first and the text answer after those with views. */
  profiles(): Profile[] {
    return [...this.session.profiles].sort((a, b) => rank(a) - rank(b));
  }

  profile(id: string): Profile | undefined {
    return this.session.profiles.find((one) => one.id === id);
  }

  serverInfo(): ServerInfo | undefined {
    return this.servers.value.find((one) => one.id === this.server.value);
  }

  /** The tools as one profile is told them. */
  toolsFor(server: string, profile: string): Promise<Tool[]> {
    const key = `${server}\n${profile}`;
    let list = this.#lists.get(key);
    if (!list) {
      list = this.api.tools(server, profile);
      list.catch(() => this.#lists.delete(key));
      this.#lists.set(key, list);
    }
    return list;
  }

  async loadTools(): Promise<void> {
    const info = this.serverInfo();
    this.#status = `${info?.id} ${info?.status}`;
    if (!info) {
      this.tools.value = { status: "none", tools: [], reason: "" };
      return;
    }
    if (info.status === "failed") {
      this.tools.value = { status: "failed", tools: [], reason: info.reason ?? "" };
      return;
    }
    this.tools.value = { status: "loading", tools: [], reason: "" };
    if (info.status !== "ready") {
      return;
    }
    try {
      const tools = await this.toolsFor(info.id, this.#listingProfile());
      if (this.server.value === info.id) {
        this.tools.value = { status: "ready", tools, reason: "" };
      }
    } catch (error) {
      this.tools.value = { status: "failed", tools: [], reason: sentence(error) };
    }
  }

  toggleProfile(id: string): void {
    const chosen = this.chosen.value;
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    // In one order always, so that cards don't jump about.
    this.chosen.value = this.profiles()
      .map((one) => one.id)
      .filter((one) => next.includes(one));
  }

  start(tool: Tool, args: Json): void {
    const profiles = this.chosen.value.map((id) => this.profile(id)).filter((one): one is Profile => one !== undefined);
    this.run.value = { server: this.server.value, tool, args, profiles };
  }

  /** Adds a sentence to those at the top of the page. */
  complain(text: string): void {
    this.trouble.value = [this.trouble.value, text].filter((one) => one !== "").join(" ");
  }

  record(entry: Entry): void {
    for (const recorder of this.#recorders) {
      recorder(entry);
    }
  }

  onTraffic(recorder: (entry: Entry) => void): void {
    this.#recorders.add(recorder);
  }

  // Names and schemas come from a profile that is told everything.
  #listingProfile(): string {
    return this.profile("generic")?.id ?? this.session.profiles[0]?.id ?? "generic";
  }

  // A server that became ready, again or at last, may have other tools than before.
  #serverChanged(): void {
    const info = this.serverInfo() ?? this.servers.value[0];
    if (info && info.id !== this.server.value) {
      this.server.value = info.id;
    } else if (`${info?.id} ${info?.status}` !== this.#status) {
      this.#lists.clear();
      void this.loadTools();
    }
  }

  async #listen(): Promise<void> {
    for (let attempt = 0; ;) {
      try {
        await this.api.events(
          () => {
            attempt = 0;
            this.#feed.opened();
            if (!this.live.value) {
              this.live.value = true;
              void this.#refresh();
            }
          },
          (event) => this.#take(event),
        );
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          return;
        }
      }
      // A stream that merely ended is opened again; only when that fails is the server gone.
      this.live.value = attempt === 0;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]));
    }
  }

  async #refresh(): Promise<void> {
    const session = await this.api.session().catch(() => undefined);
    if (session) {
      this.servers.value = session.servers;
    }
  }

  // The stream begins with what happened before, so a message may come twice
  // after a reconnection, and a server's status may be long past: the session
  // is asked for the present one.
  #take(event: ServerEvent): void {
    const entry = this.#feed.take(event, Date.now());
    if (entry) {
      this.record(entry);
    } else if (event.type === "server") {
      clearTimeout(this.#refreshing);
      this.#refreshing = setTimeout(() => void this.#refresh(), SETTLE_MS);
    }
  }
}

/** The profiles to begin with: those asked for as far as they are known, else the usual ones. */
export function firstProfiles(known: string[], asked: string[] | undefined): { chosen: string[]; unknown: string[] } {
  const unknown = (asked ?? []).filter((id) => !known.includes(id));
  const chosen = (asked ?? []).filter((id) => known.includes(id));
  return { chosen: chosen.length > 0 ? chosen : FIRST_PROFILES.filter((id) => known.includes(id)), unknown };
}

function rank(profile: Profile): number {
  const at = FIRST_PROFILES.indexOf(profile.id);
  return (profile.ui === "none" ? 1000 : 0) + (at >= 0 ? at : profile.id === "generic" ? 200 : 100);
}

export function sentence(error: unknown): string {
  if (error instanceof ApiError) {
    return error.fix ? `${error.message} ${error.fix}` : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

// The page's state: servers and their lists, what is selected, and the last run.

import { Api, ApiError } from "./api.ts";
import { Keeper, NOTHING_KEPT } from "./keeper.ts";
import type { KeptCard, KeptRun } from "./keeper.ts";
import type { Environment } from "./environment.ts";
import { Signal } from "./signal.ts";
import type { Streaming } from "./start.ts";
import type { Themes } from "./theme.ts";
import { Feed } from "./traffic.ts";
import type { Entry } from "./traffic.ts";
import { Turns } from "./turns.ts";
import type {
  AppError,
  Development,
  DevProblem,
  Json,
  ListName,
  Profile,
  ServerEvent,
  ServerInfo,
  Session,
  Tool,
} from "./wire.ts";
import { isRecord } from "./wire.ts";

export type ToolList = { status: "loading" | "ready" | "failed" | "none"; tools: Tool[]; reason: string };

/** One list of the chosen server. */
export interface Listing {
  /** "none" if there is no server. */
  status: "loading" | "ready" | "failed" | "none";
  entries: unknown[];
  /** False if the server does not support this list. */
  supported: boolean;
  reason: string;
}

export type Lists = Record<ListName, Listing>;

/** A line that a server's program wrote to its standard error. */
export interface Printed {
  time: number;
  server: string;
  profile: string;
  text: string;
}

export type Change = Extract<ServerEvent, { type: "changed" }>;

export interface Run {
  server: string;
  tool: Tool;
  args: Json;
  profiles: Profile[];
  /** Sends the arguments to the view piece by piece, as a model writes them. */
  stream: Streaming;
  /** The person has asked for the call by opening the page, so no host asks for confirmation. */
  allowed?: boolean;
  /** What the cards show instead of making calls, by profile, after a reload of the page. */
  kept?: Record<string, KeptCard>;
}

/** The size of a view as it is built for production. */
export interface Shipped {
  server: string;
  view: string;
  /** Bytes after gzip. */
  gzip: number;
}

/** Cards as wide as in their hosts, or as many as possible side by side. */
export type Layout = "host" | "fit";

/** The profile of the card that stands for no host, and shows each view under the protocol that it speaks. */
export const AUTOMATIC = "auto";
const FIRST_PROFILES = ["claude", "chatgpt", "mcp-ui", "text"];
const SETTLE_MS = 10;
const CHANGE_MS = 100;
const MOST_PRINTED = 1000;
const MOST_APP_ERRORS = 100;
// A browser opens six connections to one server. The others are for the page itself.
const MOST_FOR_VIEWS = 3;
const listNames: ListName[] = ["tools", "resources", "templates", "prompts"];
const RETRY_MS = [500, 1000, 2000, 5000];

export class Bench {
  readonly api: Api;
  readonly session: Session;
  readonly themes: Themes;
  readonly servers: Signal<ServerInfo[]>;
  readonly server: Signal<string>;
  readonly tools = new Signal<ToolList>({ status: "none", tools: [], reason: "" });
  readonly lists = new Signal<Lists>(listings({ status: "none", entries: [], supported: true, reason: "" }));
  readonly tool = new Signal<Tool | undefined>(undefined);
  readonly chosen: Signal<string[]>;
  readonly layout = new Signal<Layout>("host");
  /** What the person has set of the views' surroundings, for all cards. */
  readonly environment = new Signal<Environment>({});
  readonly run = new Signal<Run | undefined>(undefined);
  /** A problem, shown at the top of the page; empty if there is none. */
  readonly trouble = new Signal("");
  /** Whether the event stream is connected. */
  readonly live = new Signal(true);
  /** What the servers' programs wrote to their standard error, the newest last. */
  readonly printed = new Signal<Printed[]>([]);
  /** The current problems of the app that is being developed. */
  readonly problems: Signal<DevProblem[]>;
  /** The errors of the app that only its author sees, the newest last. */
  readonly appErrors = new Signal<AppError[]>([]);
  /** The bytes of the views as they are built for production, after gzip. */
  readonly shipped = new Signal<Shipped[]>([]);
  /** What the dev loop does at the moment, such as building; empty if nothing. */
  readonly busy: Signal<string>;
  /** The last announcement for screen readers. */
  readonly announcement = new Signal("");

  readonly keeper: Keeper;

  /** Limits the concurrent requests from views to servers. */
  readonly viewRequests = new Turns(MOST_FOR_VIEWS);

  readonly #recorders = new Set<(entry: Entry) => void>();
  readonly #toolLists = new Map<string, Promise<Tool[]>>();
  #status = "";
  // Numbers the requests for lists, so that an outdated answer is ignored.
  #load = 0;
  readonly #newest = new Map<ListName, number>();
  readonly #feed = new Feed();
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  readonly #changes = new Map<string, Change>();
  #changing: ReturnType<typeof setTimeout> | undefined;
  readonly #changeListeners = new Set<(change: Change) => void>();
  // The number of the newest restart.
  #renewed: number;
  readonly #developmentListeners = new Set<(change: Development) => void>();

  constructor(
    api: Api,
    session: Session,
    themes: Themes,
    profiles: string[] | undefined,
    server?: string,
    keeper = new Keeper(api, "", NOTHING_KEPT),
  ) {
    this.keeper = keeper;
    this.themes = themes;
    this.api = api;
    this.session = session;
    this.servers = new Signal(session.servers);
    this.problems = new Signal(session.problems);
    this.busy = new Signal(session.busy);
    this.#renewed = session.change;
    const asked = session.servers.find((one) => one.id === server);
    this.server = new Signal((asked ?? session.servers[0])?.id ?? "");
    const known = session.profiles.map((one) => one.id);
    const { chosen, unknown } = firstProfiles(known, profiles, session.automatic);
    this.chosen = new Signal(chosen);
    if (unknown.length > 0) {
      this.showProblem(`The address asks for unknown profiles: ${unknown.join(", ")}. Known are ${known.join(", ")}.`);
    }
    if (server !== undefined && !asked) {
      this.showProblem(`The address asks for the server ${server}, which this workbench does not have.`);
    }
    this.server.watch(() => void this.loadTools());
    this.servers.changed(() => this.#serverChanged());
    void this.#listen();
  }

  /** All profiles, the best-known hosts first, and those without UI last. */
  profiles(): Profile[] {
    return [...this.session.profiles].sort((a, b) => rank(a) - rank(b));
  }

  chosenProfiles(): Profile[] {
    return this.chosen.value.map((id) => this.profile(id)).filter((one): one is Profile => one !== undefined);
  }

  profile(id: string): Profile | undefined {
    return this.session.profiles.find((one) => one.id === id);
  }

  serverInfo(): ServerInfo | undefined {
    return this.servers.value.find((one) => one.id === this.server.value);
  }

  /** The tools that a profile's host sees. */
  toolsFor(server: string, profile: string): Promise<Tool[]> {
    const key = `${server}\n${profile}`;
    let list = this.#toolLists.get(key);
    if (!list) {
      list = this.api.list(server, profile, "tools", "host").then(({ entries }) => entries.filter(isTool));
      list.catch(() => this.#toolLists.get(key) === list && this.#toolLists.delete(key));
      this.#toolLists.set(key, list);
    }
    return list;
  }

  /** Loads all lists of the chosen server. */
  async loadTools(): Promise<void> {
    const info = this.serverInfo();
    this.#status = `${info?.id} ${info?.status}`;
    this.#newest.clear();
    if (!info) {
      this.#showAll("none", "");
    } else if (info.status === "failed") {
      this.#showAll("failed", info.reason ?? "");
    } else {
      this.#showAll("loading", "");
      if (info.status === "ready") {
        await Promise.all(listNames.map((name) => this.#list(info.id, name)));
      }
    }
  }

  toggleProfile(id: string): void {
    const chosen = this.chosen.value;
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    // Always in the same order, so that cards keep their places.
    this.chosen.value = this.profiles()
      .map((one) => one.id)
      .filter((one) => next.includes(one));
  }

  start(tool: Tool, args: Json, { stream = false, allowed = false }: { stream?: Streaming; allowed?: boolean } = {}): void {
    const run: Run = { server: this.server.value, tool, args, profiles: this.chosenProfiles(), stream, allowed };
    this.keeper.start(run);
    this.run.value = run;
  }

  /** Shows a run again, without calling its tool. */
  restore({ server, tool, args, profiles, cards }: KeptRun): void {
    const shown = profiles.map((id) => this.profile(id)).filter((one) => one !== undefined);
    const now = this.tools.value.tools.find(({ name }) => name === tool.name) ?? tool;
    this.run.value = { server, tool: now, args, profiles: shown, stream: false, kept: cards };
  }

  /** Shows a problem at the top of the page, in addition to others. */
  showProblem(text: string): void {
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

  /** Calls listener when a server's list has changed; returns a function that removes the listener. */
  onListChanged(listener: (change: Change) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Calls listener when a view's document has changed, or a server has restarted. */
  onDevelopment(listener: (change: Development) => void): void {
    this.#developmentListeners.add(listener);
  }

  /** The profile whose lists are shown: one that hides nothing. */
  listingProfile(): string {
    return this.profile("generic")?.id ?? this.session.profiles[0]?.id ?? "generic";
  }

  /** Reports that the newest version of a view is visible. */
  shown(server: string, view: string, profile: string): void {
    const at = performance.timeOrigin + performance.now();
    void this.api.shown(server, view, profile, at).catch(() => undefined);
  }

  #showAll(status: Listing["status"], reason: string): void {
    this.tools.value = { status, tools: [], reason };
    this.lists.value = listings({ status, entries: [], supported: true, reason });
  }

  async #list(server: string, name: ListName): Promise<void> {
    const load = ++this.#load;
    this.#newest.set(name, load);
    let listing: Listing;
    try {
      if (name === "tools") {
        const entries = await this.toolsFor(server, this.listingProfile());
        listing = { status: "ready", entries, supported: true, reason: "" };
      } else {
        const answer = await this.api.list(server, this.listingProfile(), name, "host");
        listing = { status: "ready", entries: answer.entries, supported: answer.supported, reason: "" };
      }
    } catch (error) {
      listing = { status: "failed", entries: [], supported: true, reason: sentence(error) };
    }
    if (this.#newest.get(name) !== load) {
      return;
    }
    this.lists.value = { ...this.lists.value, [name]: listing };
    if (name === "tools") {
      const { status, reason } = listing;
      this.tools.value = { status, tools: listing.entries as Tool[], reason };
    }
  }

  // A server that has become ready may have other tools than before.
  #serverChanged(): void {
    const info = this.serverInfo() ?? this.servers.value[0];
    if (info && info.id !== this.server.value) {
      this.server.value = info.id;
    } else if (`${info?.id} ${info?.status}` !== this.#status) {
      this.#toolLists.clear();
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
      // A stream may end at any time. Only if the next attempt fails as well, the server is gone.
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

  // The stream begins with the history, so messages may be repeated after a reconnection, and a server's status may
  // be outdated: the session has the current one.
  #take(event: ServerEvent): void {
    const entry = this.#feed.take(event);
    if (entry) {
      this.record(entry);
    } else if (event.type === "server" || event.type === "signin") {
      clearTimeout(this.#refreshing);
      this.#refreshing = setTimeout(() => void this.#refresh(), SETTLE_MS);
    } else if (event.type === "stderr") {
      this.#print(event);
    } else if (event.type === "reload" || event.type === "style") {
      this.#developed(event);
    } else if (event.type === "renew") {
      this.#renew(event);
    } else if (event.type === "problems") {
      this.#report(event.problems ?? []);
    } else if (event.type === "app_error") {
      this.#keepError(event.error);
    } else if (event.type === "shipped") {
      const others = this.shipped.value.filter((one) => one.server !== event.server);
      this.shipped.value = [...others, ...(event.views ?? []).map((one) => ({ ...one, server: event.server }))];
    } else if (event.type === "busy") {
      this.busy.value = event.what;
    } else if (event.type === "changed") {
      this.#changes.set(`${event.server}\n${event.profile}\n${event.list}`, event);
      this.#changing ??= setTimeout(() => this.#changed(), CHANGE_MS);
    }
  }

  #developed(event: Development): void {
    for (const listener of this.#developmentListeners) {
      listener(event);
    }
  }

  // Requests the lists again; the old ones stay visible until then.
  #renew(event: Extract<Development, { type: "renew" }>): void {
    if (event.change <= this.#renewed) {
      return;
    }
    this.#renewed = event.change;
    this.#forgetTools(event.server);
    const server = this.server.value;
    if (event.server === server && this.serverInfo()?.status === "ready") {
      void Promise.all(listNames.map((name) => this.#list(server, name))).then(() => this.#refresh());
    }
    this.#developed(event);
  }

  #report(problems: DevProblem[]): void {
    if (JSON.stringify(problems) === JSON.stringify(this.problems.value)) {
      return;
    }
    const [first] = problems;
    this.announcement.value = first
      ? `${problems.length === 1 ? "A problem" : `${problems.length} problems`}: ${first.message}`
      : "All problems are fixed.";
    this.problems.value = problems;
  }

  #keepError(error: AppError): void {
    if (!this.appErrors.value.some(({ id }) => id === error.id)) {
      this.appErrors.value = [...this.appErrors.value.slice(1 - MOST_APP_ERRORS), error];
    }
  }

  #print(event: Extract<ServerEvent, { type: "stderr" }>): void {
    if (this.#feed.printed(event)) {
      const { time, server, profile, text } = event;
      this.printed.value = [...this.printed.value.slice(1 - MOST_PRINTED), { time, server, profile, text }];
    }
  }

  // Servers may send many of these events, so they are handled in batches.
  #changed(): void {
    const changes = [...this.#changes.values()];
    this.#changes.clear();
    this.#changing = undefined;
    for (const change of changes) {
      if (change.list === "tools") {
        this.#forgetTools(change.server);
      }
      for (const listener of this.#changeListeners) {
        listener(change);
      }
    }
    const server = this.server.value;
    const lists = new Set(changes.filter((one) => one.server === server).map((one) => one.list));
    if (this.serverInfo()?.status === "ready") {
      for (const name of listNames) {
        if (lists.has(name === "templates" ? "resources" : name)) {
          void this.#list(server, name);
        }
      }
    }
  }

  #forgetTools(server: string): void {
    for (const key of this.#toolLists.keys()) {
      if (key.startsWith(`${server}\n`)) {
        this.#toolLists.delete(key);
      }
    }
  }
}

function listings(each: Listing): Lists {
  return { tools: each, resources: each, templates: each, prompts: each };
}

// Entries of a server's list may have any value.
function isTool(entry: unknown): entry is Tool {
  return isRecord(entry) && typeof entry["name"] === "string";
}

/** The profiles at the start: the requested ones that exist, or else the default ones, and before them the Automatic card. */
export function firstProfiles(
  known: string[],
  asked: string[] | undefined,
  automatic = false,
): { chosen: string[]; unknown: string[] } {
  const unknown = (asked ?? []).filter((id) => !known.includes(id));
  const chosen = (asked ?? []).filter((id) => known.includes(id));
  const usual = [...(automatic ? [AUTOMATIC] : []), ...FIRST_PROFILES].filter((id) => known.includes(id));
  return { chosen: chosen.length > 0 ? chosen : usual, unknown };
}

function rank(profile: Profile): number {
  if (profile.ui === "auto") {
    return -1;
  }
  const at = FIRST_PROFILES.indexOf(profile.id);
  return (profile.ui === "none" ? 1000 : 0) + (at >= 0 ? at : profile.id === "generic" ? 200 : 100);
}

export function sentence(error: unknown): string {
  if (error instanceof ApiError) {
    return error.fix ? `${error.message} ${error.fix}` : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

// A page for the runtime to run in: as much of a window as it touches, with a
// host behind `parent` that the test plays.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import type * as Api from "../src/index.ts";

// Each page runs modules of its own, as each frame does. Their types are stripped once, for
// the processes of all test files.
let instance = 0;
const cache = new URL("../../.tmp/stripped/", import.meta.url);
mkdirSync(cache, { recursive: true });
const stripped = new Map<string, string>();
const withoutTypes = (file: string): string => {
  let text = stripped.get(file);
  if (text === undefined) {
    const source = readFileSync(new URL(file), "utf8");
    const cached = new URL(createHash("sha256").update(process.version + source).digest("hex"), cache);
    try {
      text = readFileSync(cached, "utf8");
    } catch {
      text = stripTypeScriptTypes(source);
      const part = new URL(`${cached.href}.${process.pid}`); // another process may read it meanwhile
      writeFileSync(part, text);
      renameSync(part, cached);
    }
    stripped.set(file, text);
  }
  return text;
};
registerHooks({
  resolve(specifier, context, next) {
    const mark = /\?instance=\d+$/.exec(context.parentURL ?? "");
    // Node would look at files and packages for each module of each page.
    return mark && /^\..*\.ts$/.test(specifier)
      ? { url: new URL(specifier, context.parentURL).href + mark[0], format: "module", shortCircuit: true }
      : next(specifier, context);
  },
  load(url, context, next) {
    const [file = url, mark] = url.split("?instance=");
    return mark !== undefined && file.endsWith(".ts")
      ? { format: "module", source: withoutTypes(file), shortCircuit: true }
      : next(url, context);
  },
});

export type Message = Record<string, any>;

export interface Options {
  /** What is `window.openai` when the runtime runs. */
  openai?: object;
  /** Not in a frame. */
  alone?: boolean;
  /** The MCP-UI bridge runs first. */
  mcpui?: boolean;
  /** Shims that run after it, by the names of their files; then the page brings no runtime of its own. */
  compat?: string[];
  /** With shims: the page brings a runtime of its own, too. */
  own?: boolean;
  /** What else is global when the first script runs. */
  globals?: Record<string, unknown>;
  title?: string;
  meta?: Record<string, string>;
  /** The text of the element `oriel-initial-data`. */
  initialData?: string;
  loading?: boolean;
  /** Attributes of the root element. */
  lang?: string;
  dataset?: Record<string, string>;
  /** The address's query, with its question mark. */
  search?: string;
  /** What is `__MCP_HOST__` of the page, and of its parent; "throws" is another origin's. */
  mcpHost?: { own?: unknown; parent?: unknown };
  /** The frame's element, where the page may see it. */
  frameElement?: { dataset: Record<string, string> };
  /** Whether the browser prefers a dark scheme; undefined where it can't say. */
  dark?: boolean;
  /** What a script set as `globalThis.orielPlatform`. */
  platform?: string;
  /** The page has begun with as much of the runtime as it used; the rest comes in a chunk that is loaded later. */
  chunked?: boolean;
  /** Does what a module does that adds to the runtime before it starts. */
  declare?: (runtime: typeof import("../src/protocol/handlers.ts") & typeof import("../src/values/error.ts")) => void;
  /** Runs on the page before any of its scripts. */
  before?: () => void;
}

export interface Page {
  oriel: typeof Api;
  /** A module of the runtime, as the page runs it. */
  module<M>(name: string): Promise<M>;
  /** What the page has posted to its parent, in order. */
  sent: Message[];
  /** What was reported as an uncaught error. */
  errors: unknown[];
  /** What was opened in a new tab. */
  opened: unknown[][];
  root: Root;
  head: { textContent: string }[];
  layout: Layout;
  /** Posts a message as the parent, or as somebody else. */
  post(data: unknown, source?: unknown): void;
  dispatch(type: string, event?: object): void;
  listening(type: string): number;
  /** The messages sent with this method. */
  with(method: string): Message[];
  /** Answers `ui/initialize`. */
  answer(result?: unknown): Promise<void>;
  /** Changes what the browser prefers. */
  prefer(dark: boolean): void;
  /** Runs the observers, as a rendered frame does. */
  frame(): void;
  observing(): boolean;
  listening(type: string): number;
}

/** Sizes in CSS pixels, as the page's layout would give them. */
export interface Layout {
  /** What the root element is high, given the height of the frame. */
  root: (frame: number) => number;
  /** What the body scrolls. */
  body: (frame: number) => number;
  frame: number;
  width: number;
}

export interface Root {
  lang: string;
  dataset: Record<string, string>;
  style: { colorScheme?: string; properties: Record<string, string>; setProperty(name: string, value: string): void };
}

/** Lets everything that waits for nothing but promises happen. */
export const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

// Time stands still until a test lets it pass.
let now = 0;
let timers = new Map<number, { at: number; run: () => void }>();
let timerCount = 0;

/** Lets milliseconds pass on the page. */
export const pass = async (ms: number): Promise<void> => {
  const end = now + ms;
  for (;;) {
    const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
    if (!next) break;
    const [id, { at, run }] = next;
    timers.delete(id);
    now = at;
    run();
    await settle();
  }
  now = end;
  await settle();
};

/** Opens a page and runs the runtime in it. */
export async function open(options: Options = {}): Promise<Page> {
  const listeners: Record<string, Set<(event: object) => void>> = {};
  const observers = new Set<() => void>();
  const sent: Message[] = [];
  const errors: unknown[] = [];
  const opened: unknown[][] = [];
  const head: { textContent: string }[] = [];
  const layout: Layout = { root: () => 100, body: () => 84, frame: 150, width: 600 };
  let lang = options.lang ?? "";
  const root: Root & Record<string, unknown> = {
    // As in a DOM, what is no text becomes text, or throws.
    get lang() {
      return lang;
    },
    set lang(value) {
      lang = `${value}`;
    },
    dataset: { ...options.dataset },
    style: {
      properties: {},
      setProperty(name, value) {
        this.properties[name] = `${value}`;
      },
    },
    getBoundingClientRect: () => ({ height: layout.root(layout.frame) }),
    get scrollHeight() {
      return Math.max(layout.frame, Math.round(layout.root(layout.frame)), layout.body(layout.frame));
    },
  };
  const body = {
    children: [],
    get scrollHeight() {
      return layout.body(layout.frame);
    },
    get offsetHeight() {
      return layout.body(layout.frame);
    },
  };
  const parent = { postMessage: (message: Message, target: string) => void sent.push({ ...structuredClone(message), target }) };
  Object.defineProperty(parent, "__MCP_HOST__", {
    get() {
      if (options.mcpHost?.parent === "throws") throw new DOMException("Blocked a frame", "SecurityError");
      return options.mcpHost?.parent;
    },
  });
  const window = { __MCP_HOST__: options.mcpHost?.own };
  const scheme: { matches: boolean; onchange?: (() => void) | null } = { matches: options.dark ?? false };

  class ResizeObserver {
    #callback: () => void;
    constructor(callback: () => void) {
      this.#callback = callback;
    }
    observe() {
      observers.add(this.#callback);
    }
    unobserve() {}
    disconnect() {
      observers.delete(this.#callback);
    }
  }
  // What it would hear of is laid out anew all the same: a frame runs the observers.
  class MutationObserver {
    observe() {}
  }

  // A class for each page: a shim may change its prototype.
  class MessageEvent extends Event {
    data: unknown;
    #source: unknown;
    constructor(type: string, init: { data: unknown; source: unknown }) {
      super(type);
      this.data = init.data;
      this.#source = init.source;
    }
    get source() {
      return this.#source;
    }
    get origin() {
      return "https://host.example";
    }
  }
  const dispatch = (type: string, event: object = {}) => {
    for (const listener of [...(listeners[type] ?? [])]) {
      listener(event);
      // A listener has stopped it.
      if ((event as Event).cancelBubble) return;
    }
  };

  timers = new Map();
  const globals: Record<string, unknown> = {
    setTimeout: (run: () => void, ms = 0) => {
      timers.set(++timerCount, { at: now + ms, run });
      return timerCount;
    },
    clearTimeout: (id: number) => void timers.delete(id),
    window,
    parent: options.alone ? window : parent,
    openai: options.openai,
    orielTransport: undefined,
    oai: undefined,
    webplus: undefined,
    mcpApp: undefined,
    mcpUI: undefined,
    orielCompat: undefined,
    MessageEvent,
    orielPlatform: options.platform,
    location: { search: options.search ?? "" },
    frameElement: options.frameElement ?? null,
    matchMedia: options.dark === undefined ? undefined : () => scheme,
    ResizeObserver,
    MutationObserver,
    addEventListener: (type: string, listener: (event: object) => void, options?: { signal?: AbortSignal }) => {
      (listeners[type] ??= new Set()).add(listener);
      options?.signal?.addEventListener("abort", () => listeners[type]!.delete(listener));
    },
    removeEventListener: (type: string, listener: (event: object) => void) => void listeners[type]?.delete(listener),
    reportError: (error: unknown) => void errors.push(error),
    dispatchEvent: (event: Event) => {
      dispatch(event.type, event);
      return true;
    },
    open: (...args: unknown[]) => void opened.push(args),
    document: {
      title: options.title ?? "",
      readyState: options.loading ? "loading" : "complete",
      documentElement: root,
      addEventListener: () => {},
      body,
      head: { append: (element: { textContent: string }) => void head.push(element) },
      createElement: () => {
        let text = "";
        return {
          get textContent() {
            return text;
          },
          set textContent(value) {
            text = `${value}`;
          },
        };
      },
      querySelector: (selector: string) => {
        const content = options.meta?.[/^meta\[name="(.*)"\]$/.exec(selector)?.[1] ?? ""];
        return content === undefined ? null : { content };
      },
      getElementById: (id: string) =>
        id == "oriel-initial-data" && options.initialData !== undefined ? { textContent: options.initialData } : null,
    },
    ...options.globals,
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.defineProperty(globalThis, "innerHeight", { get: () => layout.frame, configurable: true });
  Object.defineProperty(globalThis, "innerWidth", { get: () => layout.width, configurable: true });

  instance++;
  options.before?.();
  if (options.mcpui) await import(`../src/mcpui/start.ts?instance=${instance}`);
  for (const name of options.compat ?? []) await import(`../src/compat/${name}.ts?instance=${instance}`);
  // What else runs in the page is a bundle with modules of its own.
  if (options.compat) instance++;
  const mark = `?instance=${instance}`;
  options.declare?.({ ...(await import(`../src/protocol/handlers.ts${mark}`)), ...(await import(`../src/values/error.ts${mark}`)) });
  if (options.chunked) await import(`../src/start/start.ts${mark}`);
  const oriel = (options.compat && !options.own ? undefined : await import(`../src/index.ts${mark}`)) as typeof Api;

  const page: Page = {
    oriel,
    module: (name) => import(`../src/${name}.ts${mark}`),
    sent,
    errors,
    opened,
    root,
    head,
    layout,
    dispatch,
    post: (data, source = parent) => void dispatch("message", new MessageEvent("message", { data, source })),
    listening: (type) => listeners[type]?.size ?? 0,
    with: (method) => sent.filter((message) => message.method == method),
    async answer(result = { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: {} }) {
      page.post({ jsonrpc: "2.0", id: page.with("ui/initialize")[0]?.id, result });
      await settle();
    },
    prefer(dark) {
      scheme.matches = dark;
      scheme.onchange?.();
    },
    frame() {
      for (const observer of [...observers]) observer();
    },
    observing: () => observers.size > 0,
  };
  return page;
}

/** Opens a page whose host has answered with this context. */
export async function connect(hostContext: object = {}, options: Options = {}): Promise<Page> {
  const page = await open(options);
  await page.answer({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: {},
    hostContext,
  });
  return page;
}

/** What a page knows of its surroundings without a host. */
export const own = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };

/** A notification as a host sends it. */
export const notification = (method: string, params?: unknown): Message => ({ jsonrpc: "2.0", method, params });

// A page for the runtime to run in: as much of a window as it touches, with a
// host behind `parent` that the test plays.
import { registerHooks } from "node:module";
import type * as Api from "../src/index.ts";

// Each page runs modules of its own, as each frame does.
let instance = 0;
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const mark = /\?instance=\d+$/.exec(context.parentURL ?? "");
    return mark && specifier.startsWith(".") ? { ...resolved, url: resolved.url + mark[0] } : resolved;
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
  title?: string;
  meta?: Record<string, string>;
  /** The text of the element `oriel-initial-data`. */
  initialData?: string;
  loading?: boolean;
}

export interface Page {
  oriel: typeof Api;
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
  /** Runs the observers, as a rendered frame does. */
  frame(): void;
  observing(): boolean;
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
  const root: Root & Record<string, unknown> = {
    dataset: {},
    style: {
      properties: {},
      setProperty(name, value) {
        this.properties[name] = value;
      },
    },
    getBoundingClientRect: () => ({ height: layout.root(layout.frame) }),
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
  const window = {};

  class ResizeObserver {
    #callback: () => void;
    constructor(callback: () => void) {
      this.#callback = callback;
    }
    observe() {
      observers.add(this.#callback);
    }
    disconnect() {
      observers.delete(this.#callback);
    }
  }

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
    ResizeObserver,
    addEventListener: (type: string, listener: (event: object) => void) =>
      void (listeners[type] ??= new Set()).add(listener),
    removeEventListener: (type: string, listener: (event: object) => void) => void listeners[type]?.delete(listener),
    reportError: (error: unknown) => void errors.push(error),
    open: (...args: unknown[]) => void opened.push(args),
    document: {
      title: options.title ?? "",
      readyState: options.loading ? "loading" : "complete",
      documentElement: root,
      body,
      head: { append: (element: { textContent: string }) => void head.push(element) },
      createElement: () => ({ textContent: "" }),
      querySelector: (selector: string) => {
        const content = options.meta?.[/^meta\[name="(.*)"\]$/.exec(selector)?.[1] ?? ""];
        return content === undefined ? null : { content };
      },
      getElementById: (id: string) =>
        id == "oriel-initial-data" && options.initialData !== undefined ? { textContent: options.initialData } : null,
    },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.defineProperty(globalThis, "innerHeight", { get: () => layout.frame, configurable: true });
  Object.defineProperty(globalThis, "innerWidth", { get: () => layout.width, configurable: true });

  instance++;
  if (options.mcpui) await import(`../src/mcpui.ts?instance=${instance}`);
  const oriel = (await import(`../src/index.ts?instance=${instance}`)) as typeof Api;

  const dispatch = (type: string, event: object = {}) => {
    for (const listener of [...(listeners[type] ?? [])]) listener(event);
  };
  const page: Page = {
    oriel,
    sent,
    errors,
    opened,
    root,
    head,
    layout,
    dispatch,
    post: (data, source = parent) => dispatch("message", { data, source, origin: "https://host.example" }),
    listening: (type) => listeners[type]?.size ?? 0,
    with: (method) => sent.filter((message) => message.method == method),
    async answer(result = { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: {} }) {
      page.post({ jsonrpc: "2.0", id: page.with("ui/initialize")[0]?.id, result });
      await settle();
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

/** A notification as a host sends it. */
export const notification = (method: string, params?: unknown): Message => ({ jsonrpc: "2.0", method, params });

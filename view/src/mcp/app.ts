import { connected } from "../hosts/platform.ts";
import { hostCapabilities, hostInfo } from "../hosts/host.ts";
import { context } from "../data/context.ts";
import { handlers } from "../protocol/handlers.ts";
import type { Handler } from "../protocol/handlers.ts";
import { ViewError } from "../values/error.ts";
import { introduce } from "../protocol/introduce.ts";
import { autoSize } from "../page/size.ts";
import { read } from "../data/topics.ts";
import { onTeardown } from "../data/teardown.ts";
import * as calls from "./calls.ts";
import { listeners } from "./events.ts";
import type { AppEventMap } from "./events.ts";
import type { HostNotifications, HostRequests, McpUiAppCapabilities, McpUiHostCapabilities } from "./protocol.ts";
import type { Implementation, McpUiHostContext } from "./types.ts";

/** How an {@link App} behaves. */
export interface AppOptions {
  /** Whether the content's height is reported by itself; true when left out. */
  autoResize?: boolean;
  /** Taken for views that were written for ext-apps; here nothing can be called too early. */
  strict?: boolean;
}

/** What goes with a request of the host. */
export interface RequestHandlerExtra {
  requestId: string | number;
}

/** Answers a request of the host; what it throws is the answer, a ViewError with its own code. */
export type RequestHandler<M extends keyof HostRequests> = (
  params: HostRequests[M]["params"],
  extra: RequestHandlerExtra,
) => HostRequests[M]["result"] | Promise<HostRequests[M]["result"]>;

/** Notifications that have no event of their own. */
type Other = Exclude<keyof HostNotifications, `ui/${string}` | "notifications/progress">;

type Listener<E extends keyof AppEventMap> = ((params: AppEventMap[E]) => void) | undefined;
type Teardown = ((params: { reason?: string }) => unknown) | undefined;
type Asked<M extends keyof HostRequests> = RequestHandler<M> | undefined;

/** The calls of an {@link App}: each is a function of this module, too. */
type Calls = typeof calls;

export interface App extends Calls {
  /** The older name of {@link App.openLink}. */
  sendOpenLink: Calls["openLink"];
}

/**
 * The view's side of MCP Apps, as the class `App` of `@modelcontextprotocol/ext-apps`
 * has it, on the runtime's own connection: there is one handshake, however many of
 * these are made, and what the host has said before a handler was set is told to it
 * at once. Each call waits for the host's answer to the handshake.
 *
 * @example
 * const app = new App({ name: "almanac", version: "1.2.3" });
 * app.ontoolresult = ({ structuredContent }) => console.log(structuredContent);
 * await app.connect();
 * console.log(app.getHostContext()?.theme);
 */
export class App {
  static {
    Object.assign(this.prototype, calls, { sendOpenLink: calls.openLink });
  }

  /** Hears why there is no connection. */
  onerror: ((error: Error) => void) | undefined;
  /** Hears that {@link App.close} was called. */
  onclose: (() => void) | undefined;

  #autoResize: boolean;
  /** Handlers, of which there may be one for each name, and what ends them. */
  #single = new Map<string, { handler: unknown; end: () => void }>();
  /** Those of which there may be more. */
  #listening = new Map<string, Map<unknown, () => void>>();

  /**
   * @param appInfo - Who the view is, for the handshake, and so in the task that
   * imports the runtime. Left out, the page's title and its `meta` say it.
   * @param capabilities - What it can do, likewise. A view that answers
   * {@link App.oncalltool} has to declare `tools`.
   * @param options - How it behaves.
   */
  constructor(appInfo?: Implementation, capabilities: McpUiAppCapabilities = {}, { autoResize = true }: AppOptions = {}) {
    this.#autoResize = autoResize;
    if (appInfo) introduce({ ...appInfo }, { ...capabilities });
  }

  /**
   * Waits for the host's answer to the handshake.
   *
   * @throws ViewError: the host's code where it refused; -32601 there is no MCP Apps host.
   */
  async connect(): Promise<void> {
    try {
      await connected;
      if (!read("host")) throw new ViewError(-32601, "No MCP Apps host here. For other hosts, import from @oriel/view");
      if (!this.#autoResize) autoSize(false);
    } catch (error) {
      this.onerror?.(error as Error);
      throw error;
    }
  }

  /** Ends all handlers of this object. The connection is the page's, and stays. */
  async close(): Promise<void> {
    for (const { end } of this.#single.values()) end();
    for (const ends of this.#listening.values()) for (const end of ends.values()) end();
    this.#single.clear();
    this.#listening.clear();
    this.onclose?.();
  }

  /** What the host says that it can do; undefined until it has answered. */
  getHostCapabilities(): McpUiHostCapabilities | undefined {
    return read("host") && (hostCapabilities() as McpUiHostCapabilities);
  }

  /** Who the host says it is; undefined until it has answered. */
  getHostVersion(): Implementation | undefined {
    return hostInfo() as Implementation | undefined;
  }

  /** The view's surroundings as they are now; undefined until the host has answered. */
  getHostContext(): McpUiHostContext | undefined {
    return read("host") && (context() as McpUiHostContext);
  }

  /** Has a handler called at each such event, and at once if there was one. */
  addEventListener<E extends keyof AppEventMap>(event: E, handler: (params: AppEventMap[E]) => void): void {
    const ends = this.#listening.get(event) ?? new Map<unknown, () => void>();
    this.#listening.set(event, ends);
    if (!ends.has(handler)) ends.set(handler, listeners[event](handler));
  }

  /** Ends what {@link App.addEventListener} began. */
  removeEventListener<E extends keyof AppEventMap>(event: E, handler: (params: AppEventMap[E]) => void): void {
    const ends = this.#listening.get(event);
    ends?.get(handler)?.();
    ends?.delete(handler);
  }

  /** Answers a request of the host, in place of who answered it before. */
  setRequestHandler<M extends "tools/call" | "tools/list">(method: M, handler: Asked<M>): void {
    this.#put(method, handler, (answer) =>
      this.#answer(method, (params, id) => answer(params as HostRequests[M]["params"], { requestId: id as string })),
    );
  }

  /** Hears a notification that has no event, in place of who heard it before. */
  setNotificationHandler<M extends Other>(method: M, handler: ((params: HostNotifications[M]) => void) | undefined): void {
    this.#put(method, handler, (hear) => this.#answer(method, (params) => hear(params as HostNotifications[M])));
  }

  /** The one handler of each event; undefined ends it. */
  get ontoolinput(): Listener<"toolinput"> {
    return this.#get("toolinput");
  }
  set ontoolinput(handler: Listener<"toolinput">) {
    this.#put("toolinput", handler, listeners.toolinput);
  }
  get ontoolinputpartial(): Listener<"toolinputpartial"> {
    return this.#get("toolinputpartial");
  }
  set ontoolinputpartial(handler: Listener<"toolinputpartial">) {
    this.#put("toolinputpartial", handler, listeners.toolinputpartial);
  }
  get ontoolresult(): Listener<"toolresult"> {
    return this.#get("toolresult");
  }
  set ontoolresult(handler: Listener<"toolresult">) {
    this.#put("toolresult", handler, listeners.toolresult);
  }
  get ontoolcancelled(): Listener<"toolcancelled"> {
    return this.#get("toolcancelled");
  }
  set ontoolcancelled(handler: Listener<"toolcancelled">) {
    this.#put("toolcancelled", handler, listeners.toolcancelled);
  }
  get onhostcontextchanged(): Listener<"hostcontextchanged"> {
    return this.#get("hostcontextchanged");
  }
  set onhostcontextchanged(handler: Listener<"hostcontextchanged">) {
    this.#put("hostcontextchanged", handler, listeners.hostcontextchanged);
  }

  /** Runs before the host takes the view away; the host is answered `{}` when it has ended. */
  get onteardown(): Teardown {
    return this.#get("teardown");
  }
  set onteardown(handler: Teardown) {
    this.#put("teardown", handler, (end) =>
      onTeardown(async (reason) => {
        await end(reason === undefined ? {} : { reason });
      }),
    );
  }
  /** Answers a call of a tool of the view's own; `registerTool` does that for tools one by one. */
  get oncalltool(): Asked<"tools/call"> {
    return this.#get("tools/call");
  }
  set oncalltool(handler: Asked<"tools/call">) {
    this.setRequestHandler("tools/call", handler);
  }
  /** Lists the tools of the view's own. */
  get onlisttools(): Asked<"tools/list"> {
    return this.#get("tools/list");
  }
  set onlisttools(handler: Asked<"tools/list">) {
    this.setRequestHandler("tools/list", handler);
  }

  #get<H>(name: string): H | undefined {
    return this.#single.get(name)?.handler as H | undefined;
  }

  #put<H>(name: string, handler: H | undefined, begin: (handler: H) => () => void): void {
    this.#single.get(name)?.end();
    this.#single.delete(name);
    if (handler) this.#single.set(name, { handler, end: begin(handler) });
  }

  #answer(method: string, handler: Handler): () => void {
    handlers[method] = handler;
    return () => {
      if (handlers[method] === handler) delete handlers[method];
    };
  }
}

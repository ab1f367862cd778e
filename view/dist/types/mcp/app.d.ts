import * as calls from "./calls.js";
import type { AppEventMap } from "./events.js";
import type { HostNotifications, HostRequests, McpUiAppCapabilities, McpUiHostCapabilities } from "./protocol.js";
import type { Implementation, McpUiHostContext } from "./types.js";
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
export type RequestHandler<M extends keyof HostRequests> = (params: HostRequests[M]["params"], extra: RequestHandlerExtra) => HostRequests[M]["result"] | Promise<HostRequests[M]["result"]>;
/** Notifications that have no event of their own. */
type Other = Exclude<keyof HostNotifications, `ui/${string}` | "notifications/progress">;
type Listener<E extends keyof AppEventMap> = ((params: AppEventMap[E]) => void) | undefined;
type Teardown = ((params: {
    reason?: string;
}) => unknown) | undefined;
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
export declare class App {
    #private;
    /** Hears why there is no connection. */
    onerror: ((error: Error) => void) | undefined;
    /** Hears that {@link App.close} was called. */
    onclose: (() => void) | undefined;
    /**
     * @param appInfo - Who the view is, for the handshake, and so in the task that
     * imports the runtime. Left out, the page's title and its `meta` say it.
     * @param capabilities - What it can do, likewise. A view that answers
     * {@link App.oncalltool} has to declare `tools`.
     * @param options - How it behaves.
     */
    constructor(appInfo?: Implementation, capabilities?: McpUiAppCapabilities, { autoResize }?: AppOptions);
    /**
     * Waits for the host's answer to the handshake.
     *
     * @throws ViewError: the host's code where it refused; -32601 there is no MCP Apps host.
     */
    connect(): Promise<void>;
    /** Ends all handlers of this object. The connection is the page's, and stays. */
    close(): Promise<void>;
    /** What the host says that it can do; undefined until it has answered. */
    getHostCapabilities(): McpUiHostCapabilities | undefined;
    /** Who the host says it is; undefined until it has answered. */
    getHostVersion(): Implementation | undefined;
    /** The view's surroundings as they are now; undefined until the host has answered. */
    getHostContext(): McpUiHostContext | undefined;
    /** Has a handler called at each such event, and at once if there was one. */
    addEventListener<E extends keyof AppEventMap>(event: E, handler: (params: AppEventMap[E]) => void): void;
    /** Ends what {@link App.addEventListener} began. */
    removeEventListener<E extends keyof AppEventMap>(event: E, handler: (params: AppEventMap[E]) => void): void;
    /** Answers a request of the host, in place of who answered it before. */
    setRequestHandler<M extends "tools/call" | "tools/list">(method: M, handler: Asked<M>): void;
    /** Hears a notification that has no event, in place of who heard it before. */
    setNotificationHandler<M extends Other>(method: M, handler: ((params: HostNotifications[M]) => void) | undefined): void;
    /** The one handler of each event; undefined ends it. */
    get ontoolinput(): Listener<"toolinput">;
    set ontoolinput(handler: Listener<"toolinput">);
    get ontoolinputpartial(): Listener<"toolinputpartial">;
    set ontoolinputpartial(handler: Listener<"toolinputpartial">);
    get ontoolresult(): Listener<"toolresult">;
    set ontoolresult(handler: Listener<"toolresult">);
    get ontoolcancelled(): Listener<"toolcancelled">;
    set ontoolcancelled(handler: Listener<"toolcancelled">);
    get onhostcontextchanged(): Listener<"hostcontextchanged">;
    set onhostcontextchanged(handler: Listener<"hostcontextchanged">);
    /** Runs before the host takes the view away; the host is answered `{}` when it has ended. */
    get onteardown(): Teardown;
    set onteardown(handler: Teardown);
    /** Answers a call of a tool of the view's own; `registerTool` does that for tools one by one. */
    get oncalltool(): Asked<"tools/call">;
    set oncalltool(handler: Asked<"tools/call">);
    /** Lists the tools of the view's own. */
    get onlisttools(): Asked<"tools/list">;
    set onlisttools(handler: Asked<"tools/list">);
}
export {};

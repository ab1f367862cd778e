import type { HostContext } from "../values/types.js";
import type { Sent } from "./sent.js";
/** What a tool of a fake host gives; every member may be left out. */
export interface FakeResult {
    /** `structuredContent`: what the view reads as `data`. */
    data?: unknown;
    /** One text block of `content`: what the view reads as `text`. */
    text?: string;
    /** `_meta["oriel/viewData"]`: what the view reads as `viewData`. */
    viewData?: unknown;
    /** The tool reports a failure. */
    isError?: boolean;
    /** Content blocks, instead of `text`. */
    content?: unknown[];
    /** `_meta`. */
    meta?: Record<string, unknown>;
}
/** A call while it runs. */
export interface ToolRun {
    /** Aborted when the view cancels the call. Only JSON-RPC has that; elsewhere it never is. */
    signal: AbortSignal;
    /** Reports progress to the view, if the view wants to hear of it. Only JSON-RPC has that. */
    progress(progress: number, total?: number, message?: string): void;
}
/** What a test writes for the fake host. A method's parameters are compared both ways, so that one may say more of them. */
interface Written {
    tool(args: Record<string, unknown>, run: ToolRun): FakeResult | void | Promise<FakeResult | void>;
    answer(params: Record<string, unknown>): unknown;
}
/**
 * A tool of the fake host's server, which may say what its arguments are:
 * `({ city }: { city: string }) => …`. What it throws with a numeric `code` fails
 * the call itself; anything else thrown is a result with `isError` and the error's
 * message, as a server reports a tool's failure.
 */
export type FakeTool = Written["tool"];
/** An answer to a request of the view. It gets the request's params, of which it may say what they are. */
export type FakeAnswer = Written["answer"];
/** A resource of the fake host's server: its text, or its contents as `resources/read` gives them. */
export type FakeResource = string | {
    mimeType?: string;
    text?: string;
    blob?: string;
};
/** What every fake host can be given. The zero value is a host that has everything and a server that has nothing. */
export interface FakeHostOptions {
    /**
     * What the host says of the view's surroundings, in the words of MCP Apps.
     * Each fake translates it into its host's own: `containerDimensions.maxHeight`
     * is ChatGPT's `maxHeight`. Default: light, inline, en-US, all three modes.
     */
    context?: HostContext;
    /** The tools of the server, by name. A call of any other is answered -32602. */
    tools?: Record<string, FakeTool>;
    /** The resources of the server, by URI. Any other is answered -32002. MCP Apps and ChatGPT's bridge only. */
    resources?: Record<string, FakeResource>;
    /** The view's state from before: ChatGPT's `widgetState`, MCP-UI's render data. MCP Apps has none. */
    state?: unknown;
    /**
     * Answers for other requests, or other answers, by the request's name:
     * `"sampling/createMessage"`, `"ui/open-link"`, ChatGPT's `"uploadFile"`. Takes
     * the params, returns the result; what it throws is the answer, see
     * {@link HostError}.
     */
    requests?: Record<string, FakeAnswer>;
}
/** Something that crossed between view and host. */
export interface Crossing {
    /** Who sent it. */
    from: "view" | "host";
    /** By a posted message, or by `window.openai`. */
    by: "message" | "openai";
    /**
     * The message; or what was called on `window.openai`: its name and arguments;
     * or the globals that an event says have changed.
     */
    message: unknown;
}
/**
 * A host that a test plays. The three kinds have the same members, so one test
 * runs over all; what a kind of host lacks does nothing there or rejects, as each
 * member says.
 *
 * The `simulate…` functions may be called before the view has connected: what they
 * send waits until then, as it does in a host. Their promises resolve when the
 * view has been given it, and its handlers have run. They throw when no host would
 * do that at this time; {@link FakeHost.post} sends what no host should.
 */
export interface FakeHost {
    /** Which kind of host this is. */
    readonly kind: "mcp-apps" | "chatgpt" | "mcp-ui";
    /**
     * Resolves when the view has connected: by its `initialized`, its `ready` of
     * MCP-UI, or, where there is only `window.openai`, when it has been refused the
     * handshake. Stays pending when no view is imported.
     */
    readonly connected: Promise<void>;
    /** The view's surroundings as they are now, in the words of MCP Apps. */
    readonly context: HostContext;
    /** What the view has asked for, in order, whether it got it or not, in the same words on every host. */
    readonly sent: readonly Sent[];
    /** Everything that crossed, as it was on the wire, in order. */
    readonly traffic: readonly Crossing[];
    /** What the view has asked for of one kind: `host.of("message")[0].text`. */
    of<K extends Sent["kind"]>(kind: K): Extract<Sent, {
        kind: K;
    }>[];
    /** The complete arguments of the tool call that the view was opened for. Once. */
    simulateToolInput(input: object): Promise<void>;
    /** The arguments so far, while the model writes them. Before the complete ones. MCP Apps and ChatGPT's bridge only. */
    simulateToolInputPartial(input: object): Promise<void>;
    /** The tool's result. A host that has not sent the arguments sends `{}` first. */
    simulateToolResult(result: FakeResult): Promise<void>;
    /** The tool call was cancelled, before its result. Nothing happens where there is only `window.openai`. */
    simulateToolCancelled(reason?: string): Promise<void>;
    /** Some of the surroundings have changed; the others stay. */
    simulateContextChange(change: HostContext): Promise<void>;
    /**
     * The host takes the view away. Resolves when the view has answered, where the
     * host can hear that (MCP Apps, ChatGPT's bridge), so when its teardown handlers
     * have run to their end. Nothing happens where there is only `window.openai`.
     * Afterwards the host sends nothing.
     */
    simulateTeardown(reason?: string): Promise<void>;
    /**
     * Calls a tool that the view offers, and resolves with its `CallToolResult`.
     * Rejects with a {@link HostError}: the view's own, or -32601 where the view has
     * declared no tools or the host has no such thing (MCP-UI, `window.openai`).
     */
    simulateToolCall(name: string, args?: object): Promise<Record<string, unknown>>;
    /** The tools that the view offers, as it lists them. Rejects as {@link FakeHost.simulateToolCall} does. */
    simulateListTools(): Promise<Record<string, unknown>[]>;
    /**
     * Refuses a request from now on, with a code and a message: `host.fail("ui/message")`.
     * The name is that of MCP Apps on every host, or the method's of `window.openai`
     * where MCP Apps has none: `"uploadFile"`. The code defaults to -32000. Returns a
     * function that ends it.
     */
    fail(request: string, code?: number, message?: string): () => void;
    /**
     * Posts any message to the view, unchecked and at once: for what no host should
     * send. It counts for nothing that the host knows of the call.
     */
    post(message: unknown): Promise<void>;
    /**
     * Ends the host: neither hears the other any more, and the window's globals are
     * what they were. May be called twice.
     */
    close(): void;
}
export {};

import type { Content } from "../values/content.js";
/** What a host and its model see of a tool that the view offers. */
export interface AppTool {
    /** 1 to 128 of letters, digits, `_`, `-` and `.`. */
    name: string;
    /** For people. */
    title?: string;
    /** For the model: what it does, and when to use it. */
    description?: string;
    /** JSON Schema of the arguments, `type: "object"`; goes to the host as it is, and nobody here checks by it. */
    inputSchema?: object;
    /** JSON Schema of the result's `data`; goes to the host as it is. */
    outputSchema?: object;
    /** Hints for the host, which it need not believe. */
    annotations?: {
        title?: string;
        readOnlyHint?: boolean;
        destructiveHint?: boolean;
        idempotentHint?: boolean;
        openWorldHint?: boolean;
    };
    /** For the host; it goes there as it is. */
    _meta?: Record<string, unknown>;
}
/** The result of a tool of the view, where text or data alone won't do. */
export interface AppToolResult {
    /** For the model; left out: `data` as JSON. */
    content?: Content;
    /** A JSON object. */
    data?: object;
    /** The same as `data`, under the protocol's name. */
    structuredContent?: object;
    /** The tool failed, and `content` says why. */
    isError?: boolean;
    _meta?: Record<string, unknown>;
}
/**
 * What a tool of the view does. It gets the arguments as the host sent them. A text
 * is for the model; an object with a member of {@link AppToolResult} is that; any
 * other is the result's data. What it throws becomes a result with `isError`.
 */
export type AppToolHandler<A = Record<string, unknown>> = (args: A) => unknown;
/** A tool that the view has offered. */
export interface RegisteredTool {
    /** Changes what is given, and what it does, if that is given. */
    update<A = Record<string, unknown>>(changes: Omit<Partial<AppTool>, "name">, handler?: AppToolHandler<A>): void;
    enable(): void;
    /** The host no longer sees it and cannot call it. */
    disable(): void;
    /** Takes it back for good; its name is free again. */
    remove(): void;
}
/**
 * Offers a tool of the view's own to the host and its model: to change what is
 * shown, to read what the user has entered. It lives as long as the view. A host
 * asks for the tools when it likes, many never do; it hears of each change once it
 * has answered the handshake.
 *
 * @param tool - What the host sees of it.
 * @param handler - What it does; may be asynchronous.
 * @returns Changes it, hides it, or takes it back.
 * @throws ViewError -32602: a name that is none, or is taken.
 * @example
 * registerTool<{ day?: string }>(
 *   { name: "select_day", inputSchema: { type: "object", properties: { day: { type: "string" } } } },
 *   ({ day }) => {
 *     if (!day) return { content: "Which day?", isError: true };
 *     title.textContent = day;
 *     return `Shows ${day}`;
 *   },
 * );
 * @support mcp-apps native `notifications/tools/list_changed`
 * @support bare native `notifications/tools/list_changed`
 * @support chatgpt native `notifications/tools/list_changed`
 * @support openai nothing, because nobody asks for tools
 * @support mcp-ui nothing, because nobody asks for tools
 * @support standalone nothing, because nobody asks for tools
 */
export declare const registerTool: <A = Record<string, unknown>>(tool: AppTool, handler: AppToolHandler<A>) => RegisteredTool;

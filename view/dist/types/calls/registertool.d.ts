import type { Content } from "../values/content.js";
/** What a host and its model see of a tool that the view offers. */
export interface AppTool {
    /** 1 to 128 of letters, digits, `_`, `-` and `.`. */
    name: string;
    /** For people. */
    title?: string;
    /** For the model: what it does, and when to use it. */
    description?: string;
    /** JSON Schema of the arguments, `type: "object"`. It goes to the host; the runtime does not validate. */
    inputSchema?: object;
    /** JSON Schema of the result's `data`. It goes to the host; the runtime does not validate. */
    outputSchema?: object;
    /** Hints for the host. It may ignore them. */
    annotations?: {
        title?: string;
        readOnlyHint?: boolean;
        destructiveHint?: boolean;
        idempotentHint?: boolean;
        openWorldHint?: boolean;
    };
    /** Goes to the host unchanged. */
    _meta?: Record<string, unknown>;
}
/** The result of a tool of the view, where text or data alone is not enough. */
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
 * Runs a tool of the view, with the arguments as the host sent them. A string that it
 * returns is text for the model; an object with a member of {@link AppToolResult} is
 * the result; any other object is the result's data. An error that it throws becomes a
 * result with `isError`.
 */
export type AppToolHandler<A = Record<string, unknown>> = (args: A) => unknown;
/** A tool that the view has offered. */
export interface RegisteredTool {
    /** Changes the given members, and the handler if one is given. */
    update<A = Record<string, unknown>>(changes: Omit<Partial<AppTool>, "name">, handler?: AppToolHandler<A>): void;
    enable(): void;
    /** Hides the tool: the host does not list it and cannot call it. */
    disable(): void;
    /** Removes the tool. Its name can be used again. */
    remove(): void;
}
/**
 * Offers a tool of the view to the host and its model: to change what the view shows,
 * or to read what the user has entered. The tool exists as long as the view. Hosts ask
 * for the list of tools when they like, and many never do; once the handshake is
 * answered, the host is notified of each change.
 *
 * @param tool - What the host sees of it.
 * @param handler - Runs the tool; may be asynchronous.
 * @returns Changes, hides or removes the tool.
 * @throws ViewError -32602: the name is invalid, or taken.
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
 * @support openai nothing, because the host does not ask for tools
 * @support mcp-ui nothing, because the host does not ask for tools
 * @support standalone nothing, because there is no host
 */
export declare const registerTool: <A = Record<string, unknown>>(tool: AppTool, handler: AppToolHandler<A>) => RegisteredTool;

import type { ToolResult } from "../values/types.js";
/** How a tool is called again and again. */
export interface LiveOptions {
    /** The arguments of each call; none when left out. */
    args?: object;
    /** From one answer to the next call, in ms; 2,000 when left out. */
    interval?: number;
    /**
     * A resource that changes when the tool's result does. Where the host offers
     * subscriptions to resources, each change calls the tool, and nothing else does.
     */
    uri?: string;
    /** Called when a call fails. The time until the next call then doubles, up to 30 s. */
    onError?: (error: unknown) => void;
}
/**
 * Keeps a result up to date: calls a tool again and again, often one that only views
 * can call. The first call is made at once. Calls never overlap. While the page is
 * hidden, and after teardown, there are none; when the page is shown again, there is
 * one at once.
 *
 * @param tool - The tool's name.
 * @param options - Its arguments, and how often.
 * @param onResult - Gets each result, also those with `isError`.
 * @returns Ends it; a call that still runs is cancelled.
 * @example
 * const stop = live<{ users: number }>("stats", { interval: 5_000 }, ({ data }) => (title.textContent = `${data?.users} users`));
 * button.onclick = stop;
 * @support mcp-apps native `tools/call`
 * @support bare refuses -32601, which `onError` gets
 * @support chatgpt native `tools/call`
 * @support openai native `callTool`
 * @support mcp-ui native `tool`
 * @support standalone refuses -32601, which `onError` gets
 */
export declare const live: <D = unknown, V = unknown>(tool: string, { args, interval, uri, onError }: LiveOptions, onResult: (result: ToolResult<D, V>) => void) => (() => void);

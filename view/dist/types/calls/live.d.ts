import type { ToolResult } from "../values/types.js";
/** How a tool is followed. */
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
    /** Hears why a call failed; the next comes later each time, up to 30 s. */
    onError?: (error: unknown) => void;
}
/**
 * Keeps a result up to date: calls a tool, mostly one for views alone, again and
 * again. The first call is made at once, calls never overlap, none is made while
 * the page is hidden, one at once when it is shown again, and none after the host
 * has taken the view away.
 *
 * @param tool - The tool's name.
 * @param options - Its arguments, and how often.
 * @param onResult - Gets each result, also those with `isError`.
 * @returns Ends it; a call that still runs is cancelled.
 * @example
 * const stop = live<{ users: number }>("stats", { interval: 5_000 }, ({ data }) => (title.textContent = `${data?.users} users`));
 * button.onclick = stop;
 * @support mcp-apps native `tools/call`
 * @support bare refuses -32601, which `onError` hears
 * @support chatgpt native `tools/call`
 * @support openai native `callTool`
 * @support mcp-ui native `tool`
 * @support standalone refuses -32601, which `onError` hears
 */
export declare const live: <D = unknown, V = unknown>(tool: string, { args, interval, uri, onError }: LiveOptions, onResult: (result: ToolResult<D, V>) => void) => (() => void);

import type { LiveOptions } from "../calls/live.js";
import type { OutputOf, ToolTypes, ViewDataOf } from "../calls/tooltypes.js";
import type { ToolResult } from "../values/types.js";
/** How a tool is followed. */
export interface UseLiveOptions extends Pick<LiveOptions, "interval" | "uri"> {
    /** `false` makes no calls; true when left out. */
    enabled?: boolean;
}
/** What a tool that is followed gives. */
export interface Live<D = unknown, V = unknown> {
    /** Whether the host calls tools. */
    isSupported: boolean;
    /** The last result, also one with `isError`. */
    result: ToolResult<D, V> | undefined;
    /** Its data. */
    data: D | undefined;
    /** Why the last call failed; undefined after one that did not. */
    error: unknown;
    /** There is no answer for these arguments yet. */
    pending: boolean;
    /** When the last result came, in ms since 1970. */
    updated: number | undefined;
    /** Begins anew, with a call at once. */
    refresh: () => void;
}
/**
 * Keeps a result up to date: calls a tool again and again, as long as the component
 * is there and the page is shown. Arguments and options may be new objects in each
 * render: it begins anew when they say something else, as JSON.
 *
 * @param tool - The tool's name.
 * @param args - Its arguments.
 * @param options - How often, or which resource tells that it has changed.
 * @example
 * function Users() {
 *   const { data, pending } = useLive<{ users: number }>("stats", {}, { interval: 5_000 });
 *   return <p>{pending ? "…" : `${data?.users} users`}</p>;
 * }
 */
export declare const useLive: <T = unknown, V = ViewDataOf<T>>(tool: string, args?: T extends ToolTypes ? T["input"] : object, { interval, uri, enabled }?: UseLiveOptions) => Live<OutputOf<T>, V>;

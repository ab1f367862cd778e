import type { Progress } from "../protocol/rpc.js";
import { callTool } from "../calls/calltool.js";
import type { CallArgs, InputOf, OutputOf, ViewDataOf } from "../calls/tooltypes.js";
import type { ToolResult } from "../values/types.js";
/** How calls of a tool are followed. */
export interface UseCallToolOptions {
    /** Whether the call that runs is cancelled when the component goes; false when left out. */
    abortOnUnmount?: boolean;
}
/** The calls of one tool. */
export interface ToolCall<I = object, D = unknown, V = unknown> {
    /** Whether the host calls tools. */
    isSupported: boolean;
    /**
     * Calls the tool. It rejects as the core's `callTool` does; who does not look at
     * the promise finds that in `error`.
     */
    callTool: (...args: CallArgs<I>) => Promise<ToolResult<D, V>>;
    /** The last call runs. */
    pending: boolean;
    /** What the last call that ended well gave, also while the next one runs. */
    result: ToolResult<D, V> | undefined;
    /** Its data. */
    data: D | undefined;
    /** Why the last call was not made. A tool that fails gives a result with `isError` instead. */
    error: unknown;
    /** How far the call that runs is, if it says so. */
    progress: Progress | undefined;
    /** Gives up the call that runs: its promise rejects, and the host is told to cancel. */
    cancel: () => void;
    /** Forgets result and error, and does not wait for the call that runs. */
    reset: () => void;
}
/** A tool's name, but not where `Tools` and a name are the types: that name has to be one of the tools. */
type NameUnlessTyped<V> = NoInfer<V> extends string ? (string extends NoInfer<V> ? string : never) : string;
/**
 * The calls of one tool, and how the last of them stands; the answer to one that
 * was overtaken by the next is for its caller alone. Without a name, the plain call
 * for any tool.
 *
 * `useCallTool<Tools, "forecast">("forecast")` knows the types of the tool from the
 * generated `Tools`; `useCallTool<Forecast>("forecast")` is told the type of the data.
 *
 * @example
 * function Refresh() {
 *   const { callTool, pending, data, error } = useCallTool<Forecast>("forecast");
 *   return (
 *     <button disabled={pending} onClick={() => callTool({ city: "Lisbon" })}>
 *       {error ? String(error) : (data?.high ?? "Refresh")}
 *     </button>
 *   );
 * }
 */
export declare const useCallTool: {
    (): {
        isSupported: boolean;
        callTool: typeof callTool;
    };
    <D = unknown, V = unknown>(name: NameUnlessTyped<V>, options?: UseCallToolOptions): ToolCall<object, D, V>;
    <Tools, N extends keyof Tools & string>(name: N, options?: UseCallToolOptions): ToolCall<InputOf<Tools[N]>, OutputOf<Tools[N]>, ViewDataOf<Tools[N]>>;
};
export {};

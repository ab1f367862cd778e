import type { InputOf, OutputOf, ViewDataOf } from "../calls/tooltypes.js";
import type { ToolResult } from "../values/types.js";
/** The result of the tool call that the view was opened for, or that there is none. */
export interface ToolResultState<D = unknown, V = unknown> extends ToolResult<D, V> {
    /** There is no result yet, and the call was not cancelled. */
    pending: boolean;
    /** The call was cancelled. */
    cancelled: boolean;
}
/**
 * The complete arguments of the tool call that the view was opened for; undefined
 * until they are there.
 *
 * @example
 * function City() {
 *   const input = useToolInput<{ city: string }>();
 *   return <h1>{input?.city ?? "…"}</h1>;
 * }
 */
export declare const useToolInput: <T = unknown>() => InputOf<T> | undefined;
/**
 * The arguments as far as the model has written them, until the complete ones are
 * there. Few hosts send them: `isSupported` says that the host may.
 *
 * @example
 * function City() {
 *   const input = useToolInput<{ city: string }>();
 *   const { partialInput } = useToolInputPartial<{ city: string }>();
 *   return <h1>{(input ?? partialInput)?.city ?? "…"}</h1>;
 * }
 */
export declare const useToolInputPartial: <T = unknown>() => {
    isSupported: boolean;
    partialInput: Partial<InputOf<T>> | undefined;
};
/**
 * The result of the tool call that the view was opened for: its data, its view
 * data, its text, and whether it is still to come. The same object until the result
 * changes.
 *
 * `T` is a tool of the generated `Tools`, which says what both kinds of data are, or
 * the type of `data`.
 *
 * @example
 * function Weather() {
 *   const { data, text, isError, pending } = useToolResult<Forecast>();
 *   if (pending) return <p>Looking outside…</p>;
 *   return isError || !data ? <p>{text}</p> : <h1>{data.city}: {data.high} °C</h1>;
 * }
 */
export declare const useToolResult: <T = unknown, V = ViewDataOf<T>>() => ToolResultState<OutputOf<T>, V>;
/**
 * The data that the app put into the document when it declared the view, or
 * undefined. It is there in the first render.
 *
 * @example
 * function Title() {
 *   return <h1>{useInitialData<{ title: string }>()?.title}</h1>;
 * }
 */
export declare const useInitialData: <T = unknown>() => T | undefined;

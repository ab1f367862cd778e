import type { ToolResult } from "../values/types.js";
/** The result of the tool call that the view was opened for, once it is there. */
export declare const toolResult: <D = unknown, V = unknown>() => ToolResult<D, V> | undefined;
/**
 * Calls `fn` with the tool's result: at once if it is there already, and again
 * whenever the host delivers one. Returns a function that ends it.
 *
 * @example
 * onToolResult<Forecast>(({ data, text, isError }) => {
 *   title.textContent = isError || !data ? text : `${data.city}: ${data.high} °C`;
 * });
 */
export declare const onToolResult: <D = unknown, V = unknown>(fn: (result: ToolResult<D, V>) => void) => (() => void);

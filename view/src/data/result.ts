import type { ToolResult } from "../values/types.ts";
import { on, read } from "./topics.ts";

/** The result of the tool call that the view was opened for, once it is there. */
export const toolResult = <D = unknown, V = unknown>(): ToolResult<D, V> | undefined =>
  read("result") as ToolResult<D, V> | undefined;

/**
 * Calls `fn` with the tool's result: at once if it is there already, and again
 * whenever the host delivers one. Returns a function that ends it.
 *
 * @example
 * onToolResult<Forecast>(({ data, text, isError }) => {
 *   title.textContent = isError || !data ? text : `${data.city}: ${data.high} °C`;
 * });
 */
export const onToolResult = <D = unknown, V = unknown>(fn: (result: ToolResult<D, V>) => void): (() => void) =>
  on("result", fn as (result: ToolResult) => void);

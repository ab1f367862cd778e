import { obey } from "../protocol/closing.ts";
import { object, text } from "../values/unchecked.ts";
import { on, read } from "./topics.ts";
import type { ToolResult } from "../values/types.ts";

/** A `CallToolResult` of any host as a ToolResult. Missing members are fine. */
export const toResult = (raw: unknown): ToolResult => {
  const { structuredContent, content: blocks, isError, _meta } = object(raw);
  obey(_meta);
  const content: any[] = [blocks ?? []].flat();
  return {
    data: structuredContent ?? undefined,
    text: content.flatMap((block) => (block?.type === "text" ? text(block.text) : [])).join("\n"),
    viewData: _meta?.["oriel/viewData"],
    isError: isError === true,
    content,
    meta: _meta ?? undefined,
  };
};

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

// Generated from ../react by tools/assets. DO NOT EDIT.
import { platform } from "../hosts/platform.ts";
import { initialData } from "../data/initialdata.ts";
import { toolCancelled, toolInput, toolInputPartial } from "../data/input.ts";
import { toolResult } from "../data/result.ts";
import { receiveResult } from "../protocol/result.ts";
import { read } from "../data/topics.ts";
import type { InputOf, OutputOf, ViewDataOf } from "../calls/tooltypes.ts";
import type { ToolResult } from "../values/types.ts";
import { bridged, derived, useRead } from "./read.ts";

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
export const useToolInput = <T = unknown>(): InputOf<T> | undefined => useRead(toolInput<InputOf<T>>);

const partial = /* @__PURE__ */ derived(
  () => (read("input") === undefined ? read("partial") : undefined),
  () => toolInputPartial(),
);

/** No message of MCP-UI has them. */
const streams = (): boolean => bridged() && /^(mcp-apps|chatgpt)$/.test(platform());

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
export const useToolInputPartial = <T = unknown>(): {
  isSupported: boolean;
  partialInput: Partial<InputOf<T>> | undefined
} => ({
  isSupported: useRead(streams),
  partialInput: useRead(partial) as Partial<InputOf<T>> | undefined,
});

let last: ToolResultState | undefined;
let given: ToolResult | undefined;

const state = (): ToolResultState => {
  const result = toolResult();
  const cancelled = !!toolCancelled();
  if (!last || result !== given || cancelled !== last.cancelled) {
    given = result;
    last = Object.freeze({ ...(result ?? receiveResult({})), pending: !result && !cancelled, cancelled });
  }
  return last;
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
export const useToolResult = <T = unknown, V = ViewDataOf<T>>(): ToolResultState<OutputOf<T>, V> =>
  useRead(state) as ToolResultState<OutputOf<T>, V>;

/**
 * The data that the app put into the document when it declared the view, or
 * undefined. It is there in the first render.
 *
 * @example
 * function Title() {
 *   return <h1>{useInitialData<{ title: string }>()?.title}</h1>;
 * }
 */
export const useInitialData = <T = unknown>(): T | undefined => useRead(initialData<T>);

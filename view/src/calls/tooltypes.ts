import type { ToolResult } from "../values/types.ts";
import type { Optional } from "../hosts/support.ts";
import type { CallOptions } from "./calltool.ts";

/**
 * What a tool takes and gives: a member of the `Tools` that `oriel types` writes.
 *
 * @example
 * type Forecast = Tools["forecast"]["output"];
 */
export interface ToolTypes {
  /** The arguments. */
  input: unknown;
  /** The result's `data`. */
  output: unknown;
  /** The result's `viewData`; `unknown` where the tool does not say. */
  viewData: unknown;
}

/** The arguments of a tool: of {@link ToolTypes} their `input`; any other type is used as it is. */
export type InputOf<T> = T extends ToolTypes ? T["input"] : T;

/** The data of a tool's result: of {@link ToolTypes} their `output`; any other type is used as it is. */
export type OutputOf<T> = T extends ToolTypes ? T["output"] : T;

/** The view data of a tool's result: of {@link ToolTypes} their `viewData`; `unknown` for any other type. */
export type ViewDataOf<T> = T extends ToolTypes ? T["viewData"] : unknown;

/** What a call takes after the tool's name: the arguments may be left out where all of them may. */
export type CallArgs<I> = {} extends I ? [args?: I, options?: CallOptions] : [args: I, options?: CallOptions];

/**
 * `callTool`, for the tools of one app: the `callTool` of the file that `oriel types`
 * writes.
 *
 * @example
 * import { callTool } from "../../oriel.ts";
 * const { data } = await callTool("forecast", { city: "Lisbon" });
 */
export type TypedCallTool<T extends { [N in keyof T]: ToolTypes }> = Optional<
  <N extends keyof T>(name: N, ...rest: CallArgs<T[N]["input"]>) => Promise<ToolResult<T[N]["output"], T[N]["viewData"]>>
>;

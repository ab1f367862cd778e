// Generated from ../react by tools/assets. DO NOT EDIT.
import { toolCancelled } from "../data/input.ts";
import { text } from "../values/unchecked.ts";
import { toolResult } from "../data/result.ts";
import type { ToolResult } from "../values/types.ts";
import { h } from "./library.ts";
import type { Children } from "./library.ts";
import { Notice } from "./notice.ts";
import { useRead } from "./read.ts";
import { Skeleton } from "./skeleton.ts";

/** What a {@link Pending} is given; all may be left out. */
export interface PendingProps<D = unknown, V = unknown> {
  /** Shown while there is no result; grey lines when left out. */
  skeleton?: Children;
  /** What is read aloud for it: "Loading". */
  label?: string | undefined;
  /** Shown when the call was cancelled before it had a result: a text as the title of a message, or anything. */
  cancelled?: Children;
  /** Shown when the tool reports a failure: a text as the title of a message, anything, or a function of the result. */
  failed?: Children | ((result: ToolResult<D, V>) => Children);
  /** Shown once the result is there; a function gets it. */
  children?: Children | ((result: ToolResult<D, V>) => Children);
}

/**
 * Shows its children once the tool's result is there, a skeleton before, and a
 * message when the call was cancelled or the tool reports a failure: then it is the
 * result's text.
 *
 * @example
 * <Pending<Forecast> skeleton={<Skeleton height={180} />}>
 *   {({ data }) => <Chart city={data?.city} />}
 * </Pending>
 */
export const Pending = <D = unknown, V = unknown>({
  skeleton,
  label = "Loading",
  cancelled = "Cancelled",
  failed = "That did not work",
  children,
}: PendingProps<D, V>): Children => {
  const result = useRead(toolResult) as ToolResult<D, V> | undefined;
  const end = useRead(toolCancelled);
  if (result) {
    const shown = result.isError ? failed : children;
    if (typeof shown === "function") return shown(result);
    return result.isError && typeof shown === "string"
      ? h(Notice, { isAlert: true, title: shown, text: result.text })
      : shown;
  }
  if (end)
    return typeof cancelled === "string"
      ? h(Notice, { isAlert: false, title: cancelled, text: text(end.reason) })
      : cancelled;
  return h("div", { role: "status", "aria-busy": true, "aria-label": label }, skeleton ?? h(Skeleton, { lines: 3 }));
};

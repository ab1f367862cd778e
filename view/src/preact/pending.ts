// Generated from ../react by tools/assets. DO NOT EDIT.
import { toolCancelled } from "../data/input.ts";
import { text } from "../values/unchecked.ts";
import { toolResult } from "../data/result.ts";
import type { OutputOf, ViewDataOf } from "../calls/tooltypes.ts";
import type { ToolResult } from "../values/types.ts";
import { h } from "./library.ts";
import type { Children } from "./library.ts";
import { Notice } from "./notice.ts";
import { useRead } from "./read.ts";
import { Skeleton } from "./skeleton.ts";

/** What a {@link Pending} is given; all may be left out. `T` is that of the {@link Pending}. */
export interface PendingProps<T = unknown, V = ViewDataOf<T>> {
  /** Shown while there is no result; grey lines when left out. */
  skeleton?: Children;
  /** What is read aloud for it: "Loading". */
  label?: string | undefined;
  /** Shown when the call was cancelled before it had a result: a text as the title of a message, or anything. */
  cancelled?: Children;
  /** Shown when the tool reports a failure: a text as the title of a message, anything, or a function of the result. */
  failed?: Children | ((result: ToolResult<OutputOf<T>, V>) => Children);
  /** Shown once the result is there; a function gets it. */
  children?: Children | ((result: ToolResult<OutputOf<T>, V>) => Children);
}

/**
 * Shows its children once the tool's result is there, a skeleton before, and a
 * message when the call was cancelled or the tool reports a failure: then it is the
 * result's text.
 *
 * `T` is a tool of the generated `Tools`, which says what both kinds of data are, or
 * the type of `data`.
 *
 * @example
 * <Pending<Tools["forecast"]> skeleton={<Skeleton height={180} />}>
 *   {({ data }) => <Chart city={data?.city} />}
 * </Pending>
 */
export const Pending = <T = unknown, V = ViewDataOf<T>>({
  skeleton,
  label = "Loading",
  cancelled = "Cancelled",
  failed = "That did not work",
  children,
}: PendingProps<T, V>): Children => {
  const result = useRead(toolResult) as ToolResult<OutputOf<T>, V> | undefined;
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

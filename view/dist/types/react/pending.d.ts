import type { OutputOf, ViewDataOf } from "../calls/tooltypes.js";
import type { ToolResult } from "../values/types.js";
import type { Children } from "./library.js";
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
export declare const Pending: <T = unknown, V = ViewDataOf<T>>({ skeleton, label, cancelled, failed, children, }: PendingProps<T, V>) => Children;

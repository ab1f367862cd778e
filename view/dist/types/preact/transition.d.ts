import type { ToolResult } from "../values/types.js";
import type { Children } from "./library.js";
/** What a {@link ResultTransition} is given. */
export interface ResultTransitionProps<D = unknown, V = unknown> {
    /** What is shown of a result; of `undefined` before there is one. */
    children: (result: ToolResult<D, V> | undefined) => Children;
}
/**
 * Moves from one result to the next by a view transition, where the browser has
 * them: a cross-fade, unless the page's CSS says another. The first result is shown
 * at once, as is every other where the page is hidden, the user prefers reduced
 * motion, or a transition runs. The children stay what they are, with their state;
 * only what the function makes of the result changes.
 *
 * @example
 * <ResultTransition<Forecast>>{(result) => <h1>{result?.data?.high} °C</h1>}</ResultTransition>
 */
export declare const ResultTransition: <D = unknown, V = unknown>({ children }: ResultTransitionProps<D, V>) => Children;

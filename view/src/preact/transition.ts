// Generated from ../react by tools/assets. DO NOT EDIT.
import { toolResult } from "../data/result.ts";
import type { ToolResult } from "../values/types.ts";
import { useLayoutEffect, useRef, useState } from "./library.ts";
import type { Children } from "./library.ts";
import { useRead } from "./read.ts";

/** How long, in ms, a browser may take to begin, and a page to change. */
const patience = 200;

/** The one that runs. */
let running: ViewTransition | undefined;

const isMoving = (): boolean =>
  !!document.startViewTransition && !document.hidden && !matchMedia("(prefers-reduced-motion:reduce)").matches;

/** Has the browser move from what is shown to what `update` shows; its promise says when that is done. */
const move = (update: () => Promise<void>): void => {
  const transition = (running = document.startViewTransition(update));
  // A frame that nobody sees is not painted, and would wait.
  const timer = setTimeout(() => transition.skipTransition(), patience);
  const over = () => {
    if (running === transition) running = undefined;
  };
  // The promises of one that is skipped reject, which is nobody's business.
  transition.ready.catch(() => {});
  transition.updateCallbackDone.catch(() => {}).then(() => clearTimeout(timer));
  transition.finished.then(over, over);
};

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
export const ResultTransition = <D = unknown, V = unknown>({ children }: ResultTransitionProps<D, V>): Children => {
  const result = useRead(toolResult);
  // An object for each time, so that the browser hears of it also when nothing has changed meanwhile.
  const [shown, show] = useState({ result });
  /** Tells the browser that the page shows it. */
  const done = useRef(() => {});
  const isHere = useRef(true);

  useLayoutEffect(() => {
    if (result === shown.result) return;
    if (!shown.result || running || !isMoving()) return show({ result });
    move(
      () =>
        new Promise((resolve) => {
          done.current = resolve;
          if (!isHere.current) return resolve();
          // By now there may be a newer one.
          show({ result: toolResult() });
          // Nothing is painted until then, so it must not take long.
          setTimeout(resolve, patience);
        }),
    );
  }, [result]);
  useLayoutEffect(() => done.current(), [shown]);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      done.current();
    };
  }, []);

  return children(shown.result as ToolResult<D, V> | undefined);
};

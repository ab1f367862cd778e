import { announce, on } from "./topics.ts";

/**
 * Calls `fn` before the host takes the view away. The host is answered when all
 * promises that such functions return have settled; most hosts wait for that
 * only a short time. Returns a function that ends it.
 *
 * @example
 * onTeardown(async () => {
 *   await callTool("save", { text: input.value });
 * });
 */
export const onTeardown = (fn: (reason?: string) => void | Promise<void>): (() => void) => on("teardown", fn);

/** Runs the handlers to their end. */
export const tearDown = (reason: string | undefined): Promise<void> =>
  Promise.all(announce("teardown", reason).map((end) => Promise.resolve(end).catch(reportError))).then(() => {});

import { emit, on } from "./topics.ts";

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

/** Runs the handlers, and resolves when all have ended. */
export const tearDown = (reason: string | undefined): Promise<void> =>
  Promise.all(emit("teardown", reason).map((ended) => Promise.resolve(ended).catch(reportError))).then(() => {});

import { announce, on } from "./store.ts";

/**
 * Calls `fn` before the host takes the view away. The host is answered when all
 * promises that such functions return have settled; most hosts wait for that
 * only a short time. Returns a function that ends it.
 */
export const onTeardown = (fn: (reason?: string) => void | Promise<void>): (() => void) => on("teardown", fn);

/** Runs the handlers to their end. */
export const tearDown = async (reason: string | undefined): Promise<object> => {
  for (const end of await Promise.allSettled(announce("teardown", reason))) {
    if (end.status === "rejected") reportError(end.reason);
  }
  return {};
};

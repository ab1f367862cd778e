import { on, read } from "./store.ts";

/** The complete arguments of the tool call, once they are there. */
export const toolInput = <T = unknown>(): T | undefined => read("input") as T | undefined;

/**
 * Calls `fn` with the complete arguments: at once if they are there already.
 * Returns a function that ends it.
 */
export const onToolInput = <T = unknown>(fn: (input: T) => void): (() => void) =>
  on("input", fn as (input: unknown) => void);

/**
 * Calls `fn` with the arguments as far as the model has written them: members
 * may be missing and may still change. Few hosts send this, so a view must work
 * without. Returns a function that ends it.
 */
export const onToolInputPartial = <T = unknown>(fn: (input: Partial<T>) => void): (() => void) =>
  on("partial", fn as (input: unknown) => void);

/**
 * Calls `fn` with the host's reason, if it gave one, when the tool call was
 * cancelled: at once if it was already. Returns a function that ends it.
 */
export const onToolCancelled = (fn: (reason?: string) => void): (() => void) => on("cancelled", fn);

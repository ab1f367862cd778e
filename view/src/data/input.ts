import { parsePartial } from "../values/partialjson.ts";
import { on, read } from "./topics.ts";

/** The complete arguments of the tool call, once they are there. */
export const toolInput = <T = unknown>(): T | undefined => read("input") as T | undefined;

/**
 * Calls `fn` with the complete arguments: at once if they are there already.
 * Returns a function that ends it.
 *
 * @example
 * onToolInput<{ city: string }>(({ city }) => (title.textContent = `Weather in ${city}`));
 */
export const onToolInput = <T = unknown>(fn: (input: T) => void): (() => void) =>
  on("input", fn as (input: unknown) => void);

/**
 * The arguments as far as the model has written them; undefined before any have
 * come, on the many hosts that never send them, and as soon as the complete ones
 * are there.
 */
export const toolInputPartial = <T = unknown>(): Partial<T> | undefined => {
  const partial = read("partial");
  return read("input") === undefined && partial !== undefined ? (parsePartial(partial) as Partial<T>) : undefined;
};

/**
 * Calls `fn` with the arguments as far as the model has written them: members
 * may be missing and may still change. JSON text that stops in the middle is
 * parsed as far as it goes. Few hosts send this, so a view must work without; none
 * is passed on after the complete arguments. Returns a function that ends it.
 *
 * @example
 * onToolInputPartial<{ city: string }>(({ city }) => (title.textContent = `Weather in ${city ?? "…"}`));
 */
export const onToolInputPartial = <T = unknown>(fn: (input: Partial<T>) => void): (() => void) =>
  on("partial", () => {
    const partial = toolInputPartial<T>();
    if (partial) fn(partial);
  });

/** Whether the tool call was cancelled: undefined if not, else an object with the host's reason, if it gave one. */
export const toolCancelled = (): { reason?: string } | undefined => read("cancelled");

/**
 * Calls `fn` with the host's reason, if it gave one, when the tool call was
 * cancelled: at once if it was already. Returns a function that ends it.
 *
 * @example
 * onToolCancelled((reason) => (title.textContent = reason ?? "Cancelled"));
 */
export const onToolCancelled = (fn: (reason?: string) => void): (() => void) =>
  on("cancelled", ({ reason }) => fn(reason));

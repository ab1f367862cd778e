import type { HostContext, Platform, ToolResult } from "../values/types.ts";
import type { Loose } from "../values/unchecked.ts";

/** What the store keeps, and what its handlers receive. */
interface Topics {
  input: unknown;
  partial: unknown;
  result: ToolResult;
  cancelled: { reason?: string };
  context: HostContext;
  /** The answer to `ui/initialize`. */
  host: Loose;
  platform: Platform;
  state: unknown;
  /** A change of the state that a store keeps, or of how it is kept. */
  kept: void;
  teardown: string | undefined;
  /** Every change. */
  any: void;
}
type Topic = keyof Topics;
type Handler<T extends Topic> = (value: Topics[T]) => unknown;

const values: { [T in Topic]?: Topics[T] } = {};
const handlers: { [T in Topic]?: Set<Handler<T>> } = {};
const settled: { [T in Topic]?: true } = {};

/** The last value, or undefined. */
export const read = <T extends Topic>(topic: T): Topics[T] | undefined => values[topic];

/** Calls a handler, and reports what it throws. */
export const tell = <V>(handler: (value: V) => unknown, value: V): unknown => {
  try {
    return handler(value);
  } catch (error) {
    return reportError(error);
  }
};

/** Tells the handlers, none of which can stop another, and returns what they returned. */
export const announce = <T extends Topic>(topic: T, value: Topics[T]): unknown[] =>
  [...((handlers[topic] as Set<Handler<T>> | undefined) ?? [])].map((handler) => tell(handler, value));

const keep = <T extends Topic>(topic: T, value: Topics[T]): void => {
  values[topic] = value as (typeof values)[T];
  announce(topic, value);
  announce("any", undefined);
};

/** Keeps a value that overrides everything before it. */
export const set = <T extends Topic>(topic: T, value: Topics[T]): void => {
  settled[topic] = true;
  keep(topic, value);
};

/** Keeps a value unless one was {@link set}: a snapshot is older than any delivery. */
export const offer = <T extends Topic>(topic: T, value: Topics[T]): void => {
  if (!settled[topic]) keep(topic, value);
};

/** Makes a value unknown to handlers that come later. */
export const forget = (topic: Topic): void => {
  delete values[topic];
};

/** Calls the handler now, if there is a value, and at each change. */
export const on = <T extends Topic>(topic: T, handler: Handler<T>): (() => void) => {
  const set = ((handlers[topic] as Set<Handler<T>> | undefined) ??= new Set<Handler<T>>() as never) as Set<Handler<T>>;
  // One function may be given twice, and is ended once for each.
  const own: Handler<T> = (value) => handler(value);
  set.add(own);
  if (topic in values) tell(own, values[topic] as Topics[T]);
  return () => void set.delete(own);
};

/**
 * Calls `fn` after any change: input, result, context, state, platform.
 * Returns a function that ends it.
 *
 * @example
 * subscribe(() => console.log(toolInput(), toolResult(), context()));
 */
export const subscribe = (fn: () => void): (() => void) => on("any", fn);

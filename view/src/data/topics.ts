/**
 * What the runtime knows, by topic: the last value of each, and the handlers that
 * are called when it changes.
 */
import type { HostContext, Platform, ToolResult } from "../values/types.ts";
import type { Loose } from "../values/unchecked.ts";

/** The topics, and the type of each value. */
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
  /** The state of `createStore`, or its status, has changed. */
  store: void;
  teardown: string | undefined;
  /** Any topic has changed. */
  any: void;
}
type Topic = keyof Topics;
type Handler<T extends Topic> = (value: Topics[T]) => unknown;

const values: { [T in Topic]?: Topics[T] } = {};
const handlers: { [T in Topic]?: Set<Handler<T>> } = {};
/** The topics that were {@link set}, so that no snapshot replaces them. */
const delivered: { [T in Topic]?: true } = {};

/** The last value, or undefined. */
export const read = <T extends Topic>(topic: T): Topics[T] | undefined => values[topic];

/** Calls a handler. What it throws is reported as an uncaught error. */
export const callHandler = <V>(handler: (value: V) => unknown, value: V): unknown => {
  try {
    return handler(value);
  } catch (error) {
    return reportError(error);
  }
};

/** Calls all handlers of a topic, also when one throws. Returns what they returned. */
export const emit = <T extends Topic>(topic: T, value: Topics[T]): unknown[] =>
  [...((handlers[topic] as Set<Handler<T>> | undefined) ?? [])].map((handler) => callHandler(handler, value));

const store = <T extends Topic>(topic: T, value: Topics[T]): void => {
  values[topic] = value as (typeof values)[T];
  emit(topic, value);
  emit("any", undefined);
};

/** Stores a value that a host has delivered. */
export const set = <T extends Topic>(topic: T, value: Topics[T]): void => {
  delivered[topic] = true;
  store(topic, value);
};

/** Stores a value from a snapshot, unless one was {@link set}: a snapshot is older than any delivery. */
export const setFromSnapshot = <T extends Topic>(topic: T, value: Topics[T]): void => {
  if (!delivered[topic]) store(topic, value);
};

/** Removes the value, without calling handlers. */
export const forget = (topic: Topic): void => {
  delete values[topic];
};

/** Calls the handler now, if there is a value, and after each change. Returns a function that ends it. */
export const on = <T extends Topic>(topic: T, handler: Handler<T>): (() => void) => {
  const set = ((handlers[topic] as Set<Handler<T>> | undefined) ??= new Set<Handler<T>>() as never) as Set<Handler<T>>;
  // One function may be registered twice. Each registration ends by itself.
  const own: Handler<T> = (value) => handler(value);
  set.add(own);
  if (topic in values) callHandler(own, values[topic] as Topics[T]);
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

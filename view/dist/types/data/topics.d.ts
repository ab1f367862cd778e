/**
 * What the runtime knows, by topic: the last value of each, and the handlers that
 * are called when it changes.
 */
import type { HostContext, Platform, ToolResult } from "../values/types.js";
import type { Loose } from "../values/unchecked.js";
/** The topics, and the type of each value. */
interface Topics {
    input: unknown;
    partial: unknown;
    result: ToolResult;
    cancelled: {
        reason?: string;
    };
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
/** The last value, or undefined. */
export declare const read: <T extends Topic>(topic: T) => Topics[T] | undefined;
/** Calls a handler. What it throws is reported as an uncaught error. */
export declare const callHandler: <V>(handler: (value: V) => unknown, value: V) => unknown;
/** Calls all handlers of a topic, also when one throws. Returns what they returned. */
export declare const emit: <T extends Topic>(topic: T, value: Topics[T]) => unknown[];
/** Stores a value that a host has delivered. */
export declare const set: <T extends Topic>(topic: T, value: Topics[T]) => void;
/** Stores a value from a snapshot, unless one was {@link set}: a snapshot is older than any delivery. */
export declare const setFromSnapshot: <T extends Topic>(topic: T, value: Topics[T]) => void;
/** Removes the value, without calling handlers. */
export declare const forget: (topic: Topic) => void;
/** Calls the handler now, if there is a value, and after each change. Returns a function that ends it. */
export declare const on: <T extends Topic>(topic: T, handler: Handler<T>) => (() => void);
/**
 * Calls `fn` after any change: input, result, context, state, platform.
 * Returns a function that ends it.
 *
 * @example
 * subscribe(() => console.log(toolInput(), toolResult(), context()));
 */
export declare const subscribe: (fn: () => void) => (() => void);
export {};

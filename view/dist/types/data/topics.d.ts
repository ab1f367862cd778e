import type { HostContext, Platform, ToolResult } from "../values/types.js";
import type { Loose } from "../values/unchecked.js";
/** What the store keeps, and what its handlers receive. */
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
    /** A change of the state that a store keeps, or of how it is kept. */
    kept: void;
    teardown: string | undefined;
    /** Every change. */
    any: void;
}
type Topic = keyof Topics;
type Handler<T extends Topic> = (value: Topics[T]) => unknown;
/** The last value, or undefined. */
export declare const read: <T extends Topic>(topic: T) => Topics[T] | undefined;
/** Calls a handler, and reports what it throws. */
export declare const tell: <V>(handler: (value: V) => unknown, value: V) => unknown;
/** Tells the handlers, none of which can stop another, and returns what they returned. */
export declare const announce: <T extends Topic>(topic: T, value: Topics[T]) => unknown[];
/** Keeps a value that overrides everything before it. */
export declare const set: <T extends Topic>(topic: T, value: Topics[T]) => void;
/** Keeps a value unless one was {@link set}: a snapshot is older than any delivery. */
export declare const offer: <T extends Topic>(topic: T, value: Topics[T]) => void;
/** Makes a value unknown to handlers that come later. */
export declare const forget: (topic: Topic) => void;
/** Calls the handler now, if there is a value, and at each change. */
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

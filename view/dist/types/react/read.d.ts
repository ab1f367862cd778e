import type { Optional } from "../hosts/support.js";
/**
 * What `get` gives, and a render when that becomes another. As long as nothing
 * changes, `get` has to give the same value or object each time; {@link derived}
 * helps.
 */
export declare const useRead: <T>(get: () => T) => T;
/**
 * A read of what is made of another read: made again when that gives another
 * value, and the same object as before while it says the same.
 */
export declare const derived: <S, T>(source: () => S, make: (from: S) => T) => (() => T);
/** Whether the host has said that it has what the call asks for. */
export declare const useSupported: ({ isSupported }: Optional<unknown>) => boolean;
/** Whether the host speaks MCP Apps. */
export declare const bridged: () => boolean;
/** A function that stays the same, and calls that of the last render. */
export declare const useLatest: <A extends unknown[], R>(fn: ((...args: A) => R) | undefined) => ((...args: A) => R | undefined);

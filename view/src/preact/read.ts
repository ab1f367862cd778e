// Generated from ../react by tools/assets. DO NOT EDIT.
import type { Optional } from "../hosts/support.ts";
import { json } from "../values/unchecked.ts";
import { read, subscribe } from "../data/topics.ts";
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "./library.ts";

/**
 * What `get` gives, and a render when that becomes another. As long as nothing
 * changes, `get` has to give the same value or object each time; {@link derived}
 * helps.
 */
export const useRead = <T>(get: () => T): T => useSyncExternalStore(subscribe, get, get);

/**
 * A read of what is made of another read: made again when that gives another
 * value, and the same object as before while it says the same.
 */
export const derived = <S, T>(source: () => S, make: (from: S) => T): (() => T) => {
  let last: [from: S, made: T, text: string] | undefined;
  return () => {
    const from = source();
    if (!last || !Object.is(last[0], from)) {
      const made = make(from);
      const text = json(made);
      last = [from, text && text === last?.[2] ? last[1] : made, text];
    }
    return last[1];
  };
};

/** Whether the host has said that it has what the call asks for. */
export const useSupported = ({ isSupported }: Optional<unknown>): boolean => useRead(isSupported);

/** Whether the host speaks MCP Apps. */
export const bridged = (): boolean => !!read("host");

/** A function that stays the same, and calls that of the last render. */
export const useLatest = <A extends unknown[], R>(fn: ((...args: A) => R) | undefined): ((...args: A) => R | undefined) => {
  const last = useRef(fn);
  useLayoutEffect(() => {
    last.current = fn;
  });
  return useCallback((...args) => last.current?.(...args), []);
};

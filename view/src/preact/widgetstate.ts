// Generated from ../react by tools/assets. DO NOT EDIT.
import { createStore } from "../state/createstore.ts";
import type { Store, StoreOptions } from "../state/createstore.ts";
import type { StateError } from "../state/storage.ts";
import type { StoreStatus } from "../state/viewstate.ts";
import { useMemo, useSyncExternalStore } from "./library.ts";
import { derived } from "./read.ts";

/** State of the view that is still there when its page comes back. */
export interface WidgetState<S> {
  /** The state outlives the page: the host, the server or the browser keeps it. False before that is known. */
  isSupported: boolean;
  /** What was kept or set last, else the initial one. */
  state: S;
  /** Sets the state, or what a function makes of the present one. It stays the same from render to render. */
  setState: (next: S | ((now: S) => S)) => void;
  /** How far the state is kept. */
  status: StoreStatus;
  /** Why it is not kept, while the status is `"failed"`. */
  error: StateError | undefined;
  /** Writes now what is not kept; resolves when all is, and rejects with a StateError when that fails. */
  flush: () => Promise<void>;
}

/**
 * The state of a store, or what `select` takes of it, and a render when that becomes
 * another. What says the same as before is the same object as long as `select` is the
 * same function.
 *
 * @example
 * import { createStore } from "@oriel/view";
 *
 * const picks = createStore({ city: "Lisbon", open: false });
 * function City() {
 *   return <h1>{useStore(picks, cityOf)}</h1>;
 * }
 * const cityOf = (state: { city: string }) => state.city;
 */
export const useStore: {
  <S>(store: Store<S>): S;
  <S, T>(store: Store<S>, select: (state: S) => T): T;
} = <S>(store: Store<S>, select?: (state: S) => unknown) => {
  const read = useMemo(() => (select ? derived(store.get, select) : store.get), [store, select]);
  return useSyncExternalStore(store.subscribe, read, read) as never;
};

/**
 * State that is still there when the page comes back, on every host; `createStore` says
 * where it is kept. A view has one state: each use without a `key` is all of it, and one
 * with a `key` that member, in whatever component.
 *
 * The state is `initial`, or what that makes, as long as nothing is kept or set; without
 * it, undefined. The options say which part of the view's state it is, and how long
 * writes wait.
 *
 * @example
 * function Tabs() {
 *   const { state, setState, status } = useWidgetState({ tab: 0 });
 *   return <button onClick={() => setState((now) => ({ tab: now.tab + 1 }))}>{state.tab} {status}</button>;
 * }
 */
export const useWidgetState: {
  <S>(initial: S | (() => S), options?: StoreOptions): WidgetState<S>;
  <S = Record<string, unknown>>(initial?: undefined, options?: StoreOptions): WidgetState<S | undefined>;
} = <S>(initial?: S | (() => S), options: StoreOptions = {}): WidgetState<S> => {
  const { key, debounceMs } = options;
  const [store, read] = useMemo(() => {
    const store = createStore(typeof initial === "function" ? (initial as () => S)() : (initial as S), { key, debounceMs });
    let last: [S, StoreStatus, string, StateError | undefined] | undefined;
    return [
      store,
      () => {
        const now: typeof last = [store.get(), store.status(), store.place(), store.error()];
        return (last = last && now.every((part, i) => Object.is(part, last![i])) ? last : now);
      },
    ] as const;
  }, [key, debounceMs]);
  const [state, status, place, error] = useSyncExternalStore(store.subscribe, read, read);
  return { isSupported: place !== "memory", state, setState: store.set, status, error, flush: store.flush };
};

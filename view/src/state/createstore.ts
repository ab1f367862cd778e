import { on } from "../data/topics.ts";
import { isObject } from "./merge.ts";
import type { StateError, StatePlace } from "./storage.ts";
import { change, error, flush, keepState, place, state, status } from "./viewstate.ts";
import type { StoreStatus } from "./viewstate.ts";

/** How a store keeps its state. */
export interface StoreOptions {
  /** The store is this member of the view's state, beside those of other stores; all of it when left out. */
  key?: string;
  /**
   * Where a server keeps the state, a change is written when none has followed for
   * this long, in ms, or ten times as long after the first; 300 when left out.
   */
  debounceMs?: number;
}

/** State of a view that outlives its page. Its functions may be passed on without it. */
export interface Store<S> {
  /** The state: what was kept or set last, else the initial one. The same object until it changes. */
  get(): S;
  /** Sets the state, or what a function makes of the present one. It throws only what that function throws. */
  set(next: S | ((now: S) => S)): void;
  /** Calls `fn` after each change of state, status, place or error. Returns a function that ends it. */
  subscribe(fn: () => void): () => void;
  /** Writes now what is not kept; resolves when all is, and rejects with a StateError when that fails. */
  flush(): Promise<void>;
  /** How far the state is kept. */
  status(): StoreStatus;
  /** Where the state is kept: `"memory"` also before that is known. */
  place(): StatePlace;
  /** Why the state is not kept, as long as the status is `"failed"`. */
  error(): StateError | undefined;
}

/**
 * State of the view that is still there when its page comes back, on every host. It is
 * kept by the first of these that there is:
 *
 * - the host: ChatGPT keeps it with the conversation, and the model sees it;
 * - the server: an app made with Oriel keeps it for the call that the view belongs to, and its user;
 * - the browser: `localStorage`, where equal calls of one tool share it;
 * - memory: as long as the page lives.
 *
 * A view has one state, JSON of 1,000,000 bytes at most. Stores without a `key` are all
 * of it, one with a `key` is that member. `null` as all of it is no state: after a
 * reload it is the initial one. What is set before the kept state is there stays: where
 * both are objects the members that were changed, any other state as a whole.
 *
 * @param initial - The state as long as nothing is kept or set. It is not written.
 * @param options - Which part of the view's state it is, and how long writes wait.
 * @returns The store. Two of the same key have the same state.
 * @local
 * @example
 * const store = createStore({ tab: 0 });
 * store.subscribe(() => (title.textContent = `${store.get().tab}, ${store.status()}`));
 * store.set((now) => ({ ...now, tab: 2 }));
 */
export const createStore = <S>(initial: S, { key, debounceMs = 300 }: StoreOptions = {}): Store<S> => {
  keepState();
  const whole = key === undefined;
  const members = () => (isObject(state) ? state : {});
  const get = () => {
    const kept = whole ? state : Object.hasOwn(members(), key) ? members()[key] : undefined;
    return kept === undefined ? initial : (kept as S);
  };
  return {
    get,
    set(next) {
      const now = typeof next === "function" ? (next as (now: S) => S)(get()) : next;
      change(whole ? now : { ...members(), [key]: now }, whole ? initial : null, debounceMs);
    },
    subscribe: (fn) => on("store", fn),
    flush,
    status: () => status,
    place,
    error: () => error,
  };
};

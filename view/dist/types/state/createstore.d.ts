import type { StateError, StatePlace } from "./storage.js";
import type { StoreStatus } from "./viewstate.js";
/** How a store keeps its state. */
export interface StoreOptions {
    /** Which member of the view's state the store is; all of the state when left out. */
    key?: string;
    /**
     * How long, in ms, a change waits for further ones before it goes to a server: they
     * are sent together, after ten times as long at most. 300 when left out.
     */
    debounceMs?: number;
}
/** State of a view that outlives its page. Its functions do not use `this`. */
export interface Store<S> {
    /** The state that was stored or set last, else the initial one. The same object until it changes. */
    get(): S;
    /** Sets the state, or what a function returns for the current one. Throws only what that function throws. */
    set(next: S | ((now: S) => S)): void;
    /** Calls `fn` after each change of state, status, place or error. Returns a function that ends it. */
    subscribe(fn: () => void): () => void;
    /** Saves unsaved changes at once. Resolves when all are saved, and rejects with a StateError if that fails. */
    flush(): Promise<void>;
    /** How far the state is kept. */
    status(): StoreStatus;
    /** Where the state is kept: `"memory"` also before that is known. */
    place(): StatePlace;
    /** Why the state is not kept, as long as the status is `"failed"`. */
    error(): StateError | undefined;
}
/**
 * State that is still there when the view is opened again, on every host. It is kept by
 * the first of these that is available:
 *
 * - the host: ChatGPT keeps it with the conversation, and the model sees it;
 * - the server: an app made with Oriel keeps it for the tool call of the view and its user;
 * - the browser: `localStorage`, where equal calls of one tool share it;
 * - memory: as long as the page exists.
 *
 * A view has one state, JSON of 1,000,000 bytes at most. A store without a `key` is all
 * of it, a store with a `key` one member. If all of it is `null`, there is no state, and
 * after a reload it is the initial one. Changes that are made before the stored state is
 * loaded are kept: the changed members if both are objects, else the whole state.
 *
 * @param initial - The state as long as nothing is stored or set. It is not stored.
 * @param options - Which part of the view's state it is, and how long changes wait.
 * @returns The store. Two stores with the same key have the same state.
 * @local
 * @example
 * const store = createStore({ tab: 0 });
 * store.subscribe(() => (title.textContent = `${store.get().tab}, ${store.status()}`));
 * store.set((now) => ({ ...now, tab: 2 }));
 */
export declare const createStore: <S>(initial: S, { key, debounceMs }?: StoreOptions) => Store<S>;

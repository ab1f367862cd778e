import { StateError } from "./storage.js";
import type { StatePlace } from "./storage.js";
/**
 * Whether a store's state is saved:
 *
 * - `loading`: the stored state is not loaded yet;
 * - `saved`: all of it is saved in `place()`;
 * - `unsaved`: a change waits for further ones;
 * - `saving`: a change is being saved;
 * - `failed`: the last change is only in the page, and `error()` says why.
 */
export type StoreStatus = "loading" | "saved" | "unsaved" | "saving" | "failed";
/** The state; undefined for none. */
export declare let state: unknown;
export declare let status: StoreStatus;
/** Why the status is `failed`. */
export declare let error: StateError | undefined;
/** Where the state is kept. */
export declare const place: () => StatePlace;
/** Begins to keep the state. Later calls do nothing. */
export declare const keepState: () => void;
/**
 * Sets the state, which goes to the server when nothing has changed for `debounceMs`.
 * Until the stored state is loaded, changes are compared with `before`.
 */
export declare const change: (next: unknown, before: unknown, debounceMs: number) => void;
/** Saves what is not saved. Resolves when all is, or rejects with the first failure. */
export declare const flush: () => Promise<void>;

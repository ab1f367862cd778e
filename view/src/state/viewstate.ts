/** The view's one state: how the page has it, and how it gets into its storage. */
import { json, object, text } from "../values/unchecked.ts";
import { onTeardown } from "../data/teardown.ts";
import { emit, on, subscribe } from "../data/topics.ts";
import { chooseStorage, refused } from "./choosestorage.ts";
import { merge } from "./merge.ts";
import { StateError } from "./storage.ts";
import type { StatePlace, StateStorage } from "./storage.ts";

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

let title: string | undefined;
let storage: StateStorage | undefined;
/** The name of the storage. */
let name: string | undefined;
/** The stored state, as JSON; before it is loaded, the state that changes are compared with. */
let saved = "null";
/** What the first changes were compared with, for a stored state that arrives late. */
let first = "null";
let loaded: boolean;
let busy: boolean;
/** Failures in a row. */
let failures = 0;
/** Counts loads and writes: only the outcome of the last one counts. */
let runs = 0;
/** How long, in ms, nothing may change before a write to the server. */
let debounce: number;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Limits how long changes that follow each other can put off a write. */
let deadline: ReturnType<typeof setTimeout> | undefined;

/** The state; undefined for none. */
export let state: unknown;
export let status: StoreStatus = "loading";
/** Why the status is `failed`. */
export let error: StateError | undefined;
/** Where the state is kept. */
export const place = (): StatePlace => storage?.place ?? "memory";

const setStatus = (next: StoreStatus, reason?: StateError): void => {
  status = next;
  error = reason;
  emit("store", undefined);
};

const stopTimers = (): void => {
  clearTimeout(timer);
  clearTimeout(deadline);
  deadline = undefined;
};

/** Updates the status, and saves unsaved changes: at once, or on the server after a pause. */
const saveChanges = (): void => {
  // After a failure it is not known what is stored, and the next attempt is scheduled.
  if (failures || !loaded) return setStatus(status, error);
  if (busy) return setStatus("unsaved");
  if (json(state ?? null) === saved) return stopTimers(), setStatus("saved");
  // Host and browser get each change at once: the page may be closed in the next moment.
  if (place() !== "server") return void loadOrSave();
  clearTimeout(timer);
  timer = setTimeout(loadOrSave, debounce);
  deadline ??= setTimeout(loadOrSave, debounce * 10);
  setStatus("unsaved");
};

/** Takes over the stored state. Unsaved changes of the page stay; all of the page's state stays if the stored one was `restored`. */
const takeStored = (stored: unknown, restored?: boolean): void => {
  state = merge(restored ? first : saved, state, (stored ??= undefined));
  saved = json(stored ?? null) || "null";
  loaded = true;
  failures = 0;
  saveChanges();
};

/** The state as JSON; "null" for none. */
const encode = (): string => {
  const text = json(state ?? null);
  if (!text) throw new StateError("state_invalid", "JSON can't hold this state");
  if (new Blob([text]).size > 1_000_000) throw new StateError("state_too_large", "More than 1,000,000 bytes of JSON");
  return text;
};

const fail = (raw: unknown): void => {
  const code = text(object(raw).code);
  busy = false;
  if (/^(-3260[12]|state_token_invalid)$/.test(code)) {
    refused.add(name!);
    name = undefined;
    return updateStorage();
  }
  // These errors last until the state changes: another attempt would fail, too.
  const isFinal = loaded && /^state_(full|invalid|too)/.test(code);
  if (!isFinal) timer = setTimeout(loadOrSave, Math.min(1000 * 2 ** failures++, 30_000));
  setStatus("failed", raw instanceof StateError && code ? raw : new StateError("state_unreachable", text(object(raw).message)));
};

/** Changes made for a tool call that another call followed before the stored state was loaded. */
const unloadedChanges = new Map<StateStorage, [base: string, mine: unknown]>();

/** Saves these changes when the stored state is loaded. Errors are ignored. */
const saveUnloaded = async (to: StateStorage, stored: unknown): Promise<void> => {
  const mine = unloadedChanges.get(to);
  unloadedChanges.delete(to);
  if (!mine) return;
  const all = merge(...mine, stored ?? undefined);
  await to.save(all, json(all));
};

const loadOrSave = async (): Promise<void> => {
  stopTimers();
  const run = ++runs;
  const to = storage!;
  try {
    if (!loaded)
      return await to.load((stored, restored) =>
        to === storage ? takeStored(stored, restored) : void saveUnloaded(to, stored).catch(() => {}),
      );
    const encoded = encode();
    busy = true;
    setStatus("saving");
    const stored = await to.save(JSON.parse(encoded), encoded);
    // A later write sets the status.
    if (run !== runs) return;
    busy = false;
    failures = 0;
    saved = encoded;
    if (stored == null) saveChanges();
    else takeStored(stored);
  } catch (error) {
    if (run === runs) fail(error);
  }
};

/** Saves unsaved changes at once, even while another write is under way. */
const saveNow = (): void => {
  if (loaded && (status === "unsaved" || failures)) void loadOrSave();
};

/** Switches to another storage where there is a better one, or a new tool call. */
const updateStorage = (): void => {
  const best = chooseStorage(title!);
  if (!best || best[0] === name) return;
  // Another storage than the host's means another tool call, whose state is another. The host's may just have appeared late.
  if (name && best[0] !== "host") {
    if (!loaded && state !== undefined) unloadedChanges.set(storage!, [saved, state]);
    saveNow();
    state = undefined;
  }
  // All of the page's state is a change for the new storage.
  if (loaded || state === undefined) saved = "null";
  name = best[0];
  storage = best[1](name);
  loaded = busy = false;
  failures = 0;
  setStatus("loading");
  void loadOrSave();
};

/** Begins to keep the state. Later calls do nothing. */
export const keepState = (): void => {
  if (title !== undefined) return;
  title = document.title;
  subscribe(updateStorage);
  updateStorage();
  // Without a storage there is nothing to wait for.
  onTeardown(() => {
    saveNow();
    return storage && state !== undefined ? flush().catch(() => {}) : undefined;
  });
  addEventListener("pagehide", saveNow);
  addEventListener("visibilitychange", () => document.hidden && saveNow());
};

/**
 * Sets the state, which goes to the server when nothing has changed for `debounceMs`.
 * Until the stored state is loaded, changes are compared with `before`.
 */
export const change = (next: unknown, before: unknown, debounceMs: number): void => {
  if (state === undefined) {
    first = json(before ?? null) || "null";
    if (!loaded) saved = first;
  }
  state = next;
  debounce = debounceMs;
  saveChanges();
};

/** Saves what is not saved. Resolves when all is, or rejects with the first failure. */
export const flush = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (status === "unsaved" && !busy) void loadOrSave();
      if (status === "saved") resolve(), end();
      if (status === "failed") reject(error), end();
    };
    const end = on("store", check);
    if (status === "failed") void loadOrSave();
    else check();
  });

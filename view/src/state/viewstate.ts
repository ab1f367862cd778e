/** The view's one state, as the page has it, and its way to what keeps it. */
import { StateError } from "./storage.ts";
import type { Keep, StatePlace } from "./storage.ts";
import { bestKeep, refused } from "./choosestorage.ts";
import { merge } from "./merge.ts";
import { json, object, text } from "../values/unchecked.ts";
import { announce, on, subscribe } from "../data/topics.ts";
import { onTeardown } from "../data/teardown.ts";

/**
 * How far a store's state is kept:
 *
 * - `loading`: what was kept before is not there yet;
 * - `saved`: all of it is where `place()` says;
 * - `unsaved`: a change waits for those that may follow it;
 * - `saving`: it is on its way;
 * - `failed`: it is in the page alone, and `error()` says why.
 */
export type StoreStatus = "loading" | "saved" | "unsaved" | "saving" | "failed";

let title: string | undefined;
/** What keeps the state, and the name of that. */
let keep: Keep | undefined;
let name: string | undefined;
/** What is kept, as JSON; before that is known, what changes are seen against. */
let saved = "null";
/** What the first changes are seen against once it is known that something was kept all the time. */
let first = "null";
let loaded: boolean;
let busy: boolean;
/** How many tries have failed, one after the other, and of what is under way only the last counts. */
let failures = 0;
let turns = 0;
/** How long, in ms, nothing is to change before a write to the server. */
let quiet: number;
let timer: ReturnType<typeof setTimeout> | undefined;
let latest: ReturnType<typeof setTimeout> | undefined;

/** The state; undefined for none. */
export let state: unknown;
export let status: StoreStatus = "loading";
/** Why the status is `failed`. */
export let error: StateError | undefined;
/** Where the state is kept. */
export const place = (): StatePlace => keep?.place ?? "memory";

const become = (next: StoreStatus, why?: StateError): void => {
  status = next;
  error = why;
  announce("kept", undefined);
};

const stop = (): void => {
  clearTimeout(timer);
  clearTimeout(latest);
  latest = undefined;
};

/** Says how things stand, and sees to it that what is not kept will be. */
const settle = (): void => {
  // After a failure nobody knows what is kept, and the next try is on its way.
  if (failures || !loaded) return become(status, error);
  if (busy) return become("unsaved");
  if (json(state ?? null) === saved) return stop(), become("saved");
  // Whom the page itself can tell hears of each change: the page may be gone in the next moment.
  if (place() !== "server") return void work();
  clearTimeout(timer);
  timer = setTimeout(work, quiet);
  latest ??= setTimeout(work, quiet * 10);
  become("unsaved");
};

/** Takes over what is kept now; changes that are not kept yet stay, and all of the page's if it was `restored`. */
const adopt = (kept: unknown, restored?: boolean): void => {
  state = merge(restored ? first : saved, state, (kept ??= undefined));
  saved = json(kept ?? null) || "null";
  loaded = true;
  failures = 0;
  settle();
};

/** Pure JSON. What is no state is `null` there. */
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
    return look();
  }
  // The next change may mend it, nothing else does.
  const final = loaded && /^state_(full|invalid|too)/.test(code);
  if (!final) timer = setTimeout(work, Math.min(1000 * 2 ** failures++, 30_000));
  become("failed", raw instanceof StateError && code ? raw : new StateError("state_unreachable", text(object(raw).message)));
};

/** What was changed for calls that another has followed before their states were there. */
const left = new Map<Keep, [base: string, mine: unknown]>();

/** Adds to a call's state, which is there now, what was left of it. Nobody sees any more how that ends. */
const clear = async (to: Keep, kept: unknown): Promise<void> => {
  const mine = left.get(to);
  left.delete(to);
  if (!mine) return;
  const all = merge(...mine, kept ?? undefined);
  await to.save(all, json(all));
};

/** Loads, or writes. */
const work = async (): Promise<void> => {
  stop();
  const turn = ++turns;
  const to = keep!;
  try {
    if (!loaded) return await to.load((kept, restored) => (to === keep ? adopt(kept, restored) : void clear(to, kept).catch(() => {})));
    const encoded = encode();
    busy = true;
    become("saving");
    const won = await to.save(JSON.parse(encoded), encoded);
    // A later write tells how it ended.
    if (turn !== turns) return;
    busy = false;
    failures = 0;
    saved = encoded;
    if (won == null) settle();
    else adopt(won);
  } catch (error) {
    if (turn === turns) fail(error);
  }
};

/** Writes what waits, also beside a write that is under way. */
const leave = (): void => {
  if (loaded && (status === "unsaved" || failures)) void work();
};

/** Has the state kept by the best that there is. */
const look = (): void => {
  const best = bestKeep(title!);
  if (!best || best[0] === name) return;
  // Another call's state is another document. ChatGPT's object may just have come late.
  if (name && best[0] !== "host") {
    if (!loaded && state !== undefined) left.set(keep!, [saved, state]);
    leave();
    state = undefined;
  }
  // All that the page shows is news to whoever keeps it from now on.
  if (loaded || state === undefined) saved = "null";
  name = best[0];
  keep = best[1](name);
  loaded = busy = false;
  failures = 0;
  become("loading");
  void work();
};

/** Begins to keep the state, once. */
export const keepState = (): void => {
  if (title !== undefined) return;
  title = document.title;
  subscribe(look);
  look();
  // Where nobody knows yet what keeps it, there is nothing to wait for.
  onTeardown(() => {
    leave();
    return keep && state !== undefined ? flush().catch(() => {}) : undefined;
  });
  addEventListener("pagehide", leave);
  addEventListener("visibilitychange", () => document.hidden && leave());
};

/**
 * Takes a new state, which is written when nothing has changed for `pause` ms. While
 * nobody knows what was kept, changes are seen against `before`.
 */
export const change = (next: unknown, before: unknown, pause: number): void => {
  if (state === undefined) {
    first = json(before ?? null) || "null";
    if (!loaded) saved = first;
  }
  state = next;
  quiet = pause;
  settle();
};

/** Writes what is not kept, and resolves when all is, or rejects with the first failure. */
export const flush = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (status === "unsaved" && !busy) void work();
      if (status === "saved") resolve(), end();
      if (status === "failed") reject(error), end();
    };
    const end = on("kept", look);
    if (status === "failed") void work();
    else look();
  });

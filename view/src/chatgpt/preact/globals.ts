// Generated from ../react by tools/assets. DO NOT EDIT.
import { json } from "../../values/unchecked.ts";
import { subscribe } from "../../data/topics.ts";
import { isChatGPT, onGlobals, openai } from "../native.ts";
import type { OpenAI, OpenAIGlobals } from "../native.ts";
import { useSyncExternalStore } from "./library.ts";

/** Calls back on ChatGPT's own event, and for a `window.openai` that appears late and without one. */
const watch = (changed: () => void): (() => void) => {
  const ends = [onGlobals(changed), subscribe(changed)];
  return () => ends.forEach((end) => end());
};

/** What `read` gives, and a render when that becomes another. */
export const useGlobals = <T>(read: () => T): T => useSyncExternalStore(watch, read, read);

let seen: OpenAI | undefined;
let text = "";

/** The object itself is always the same one, so what it says decides whether this is. */
const whole = (): OpenAI | undefined => {
  const now = isChatGPT() ? openai() : undefined;
  const said = now ? json(now) : "";
  // A copy keeps what the object inherits, where a host has made a class of it.
  if (said !== text || !seen) seen = now && Object.assign(Object.create(now), now);
  text = said;
  return seen;
};

/**
 * The whole of `window.openai`, values and methods: another object whenever
 * something in it has changed; undefined while there is no ChatGPT.
 * {@link useOpenAIGlobal} renders for one value alone.
 *
 * @example
 * const openai = useOpenAI();
 * return h("p", { onClick: () => openai?.requestClose?.() }, openai?.theme);
 */
export const useOpenAI = (): OpenAI | undefined => useGlobals(whole);

const held: { [K in keyof OpenAIGlobals]?: OpenAIGlobals[K] } = {};

/**
 * One value of `window.openai`, as it is there; undefined while there is no
 * ChatGPT. The same object while it says the same.
 *
 * @param key - Its name.
 * @example
 * const maxHeight = useOpenAIGlobal("maxHeight");
 */
export const useOpenAIGlobal = <K extends keyof OpenAIGlobals>(key: K): OpenAIGlobals[K] | undefined =>
  useGlobals(() => {
    const last = held[key];
    const now: OpenAIGlobals[K] | undefined = isChatGPT() ? openai()[key] : undefined;
    if (now !== last && (json(now) || key) !== json(last)) held[key] = now as (typeof held)[K];
    return held[key];
  });

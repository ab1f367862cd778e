// chatgpt/preact/globals.ts
import { json } from "../../values/unchecked.js";
import { subscribe } from "../../data/topics.js";
import { isChatGPT, onGlobals, openai } from "../native.js";
import { useSyncExternalStore } from "./library.js";
var watch = (changed) => {
  const ends = [onGlobals(changed), subscribe(changed)];
  return () => ends.forEach((end) => end());
};
var useGlobals = (read) => useSyncExternalStore(watch, read, read);
var seen;
var text = "";
var whole = () => {
  const now = isChatGPT() ? openai() : void 0;
  const said = now ? json(now) : "";
  if (said !== text || !seen) seen = now && Object.assign(Object.create(now), now);
  text = said;
  return seen;
};
var useOpenAI = () => useGlobals(whole);
var held = {};
var useOpenAIGlobal = (key) => useGlobals(() => {
  const last = held[key];
  const now = isChatGPT() ? openai()[key] : void 0;
  if (now !== last && (json(now) || key) !== json(last)) held[key] = now;
  return held[key];
});
export {
  useGlobals,
  useOpenAI,
  useOpenAIGlobal
};

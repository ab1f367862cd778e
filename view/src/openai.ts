import { context, updateContext } from "./context.ts";
import { fromGlobals } from "./envelope.ts";
import { object } from "./object.ts";
import type { Loose } from "./object.ts";
import { toResult } from "./result.ts";
import { offer, read } from "./store.ts";

/** ChatGPT's object, whenever it appears. */
export const openai = (): Loose | undefined => (globalThis as { openai?: Loose }).openai;

const known: Record<string, string> = {};

/** Whether window.openai says something that it has not said before. */
const fresh = (key: string, value: unknown): boolean => known[key] !== (known[key] = JSON.stringify(value));

/**
 * Takes over what window.openai holds, and the globals that an event says have
 * changed. Input, result and state only fill gaps: the bridge's are newer and
 * say more. Returns whether there is a window.openai.
 */
export const adopt = (news: unknown): boolean => {
  const globals = openai();
  const changed = object(news);
  const get = (key: string) => changed[key] ?? globals?.[key];

  const input = get("toolInput");
  if (input != null && fresh("input", input)) offer("input", input);

  const output = get("toolOutput");
  const metadata = get("toolResponseMetadata");
  const result = fromGlobals(output, metadata);
  if (result && fresh("result", result)) offer("result", toResult(result));

  const state = get("widgetState");
  if (state != null && fresh("state", state)) offer("state", state);

  const maxHeight = get("maxHeight");
  const fields: Loose = {
    theme: get("theme"),
    displayMode: get("displayMode"),
    locale: get("locale"),
    containerDimensions: maxHeight && { maxHeight },
    safeAreaInsets: get("safeArea")?.insets,
  };
  for (const key in fields) {
    const now = JSON.stringify(fields[key]);
    const held = JSON.stringify(context()[key]);
    // Once the bridge speaks, a snapshot only fills gaps: what differs from the last one is news.
    const last = read("host") ? (known[key] ?? (held && now)) : held;
    known[key] = now;
    if (fields[key] == null || now === last) delete fields[key];
  }
  if (Object.keys(fields)[0]) updateContext(fields);
  return !!globals;
};

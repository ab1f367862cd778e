import { updateContext } from "../data/context.ts";
import { fromGlobals } from "./openairesult.ts";
import { json, object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { toResult } from "../data/result.ts";
import { offer, read } from "../data/topics.ts";

/**
 * ChatGPT's object, whenever it appears, also under its older names. Our shim's, which
 * has a member `oriel`, is none, nor is an element that has the name as its id.
 */
export const openai = (): Loose | undefined => {
  const { openai, oai, webplus }: Loose = globalThis;
  return [openai, oai, webplus].find((globals) => globals && !globals.oriel && !globals.nodeType);
};

const known: Record<string, string> = {};

/**
 * Takes over what window.openai holds, and the globals that an event says have
 * changed. Input, result and state only fill gaps: the bridge's are newer and
 * say more. Returns whether there is a window.openai.
 */
export const adopt = (news: unknown): boolean => {
  const globals = openai();
  // Also when there is news: what our shim says of itself is none.
  if (!globals) return false;
  const changed = object(object(news).globals);
  const get = (key: string) => changed[key] ?? globals[key];

  const take = (topic: "input" | "result" | "state", value: any, read = (value: any) => value) => {
    if (value != null && known[topic] !== (known[topic] = json(value))) offer(topic, read(value));
  };
  take("input", get("toolInput"));
  take("result", fromGlobals(get("toolOutput"), get("toolResponseMetadata")), toResult);
  take("state", get("widgetState"));

  const maxHeight = get("maxHeight");
  const safeArea = get("safeArea");
  const userLocation = get("userLocation");
  const view = get("view");
  // An object in ChatGPT, text in its older versions.
  const agent = get("userAgent");
  const fields: Loose = {
    timeZone: userLocation?.timezone,
    userLocation,
    containerDimensions: maxHeight && { maxHeight },
    safeAreaInsets: safeArea?.insets ?? safeArea,
    platform: agent?.device?.type,
    deviceCapabilities: agent?.capabilities,
    userAgent: typeof agent === "string" ? agent : undefined,
    view: typeof view === "string" ? { mode: view } : view,
  };
  for (const key of ["theme", "displayMode", "previousDisplayMode", "locale"]) fields[key] = get(key);
  for (const key in fields) {
    const now = json(fields[key]);
    const held = json(read("context")?.[key]);
    // Once the bridge speaks, a snapshot only fills gaps: what differs from the last one is news.
    const last = read("host") ? (known[key] ?? (held && now)) : held;
    known[key] = now;
    if (fields[key] == null || now === last) delete fields[key];
  }
  if (Object.keys(fields)[0]) updateContext(fields);
  return true;
};

import { json, object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { updateContext } from "../data/context.ts";
import { read, setFromSnapshot } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";
import { resultFromGlobals } from "../hosts/openairesult.ts";
import { receiveResult } from "./result.ts";

/** The values that were read last, as JSON. */
const lastRead: Record<string, string> = {};

/**
 * Takes over the values of `window.openai`, and the changed globals of an event. Input,
 * result and state only fill gaps: MCP Apps messages are newer and say more. Returns
 * whether there is a `window.openai`.
 */
export const takeGlobals = (event: unknown): boolean => {
  const globals = openai();
  // Also for an event: it may be that of our own shim.
  if (!globals) return false;
  const changed = object(object(event).globals);
  const get = (key: string) => changed[key] ?? globals[key];

  const take = (topic: "input" | "result" | "state", value: any, convert = (value: any) => value) => {
    if (value != null && lastRead[topic] !== (lastRead[topic] = json(value))) setFromSnapshot(topic, convert(value));
  };
  take("input", get("toolInput"));
  take("result", resultFromGlobals(get("toolOutput"), get("toolResponseMetadata")), receiveResult);
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
    userAgent: text(agent) || undefined,
    view: text(view) ? { mode: view } : view,
  };
  for (const key of ["theme", "displayMode", "previousDisplayMode", "locale"]) fields[key] = get(key);
  for (const key in fields) {
    const now = json(fields[key]);
    const current = json(read("context")?.[key]);
    // After ui/initialize was answered, only what has changed since the last read counts.
    const last = read("host") ? (lastRead[key] ?? (current && now)) : current;
    lastRead[key] = now;
    if (fields[key] == null || now === last) delete fields[key];
  }
  if (Object.keys(fields)[0]) updateContext(fields);
  return true;
};

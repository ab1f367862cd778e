// protocol/openaiglobals.ts
import { json, object, text } from "../values/unchecked.js";
import { updateContext } from "../data/context.js";
import { read, setFromSnapshot } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
import { resultFromGlobals } from "../hosts/openairesult.js";
import { receiveResult } from "./result.js";
var lastRead = {};
var takeGlobals = (event) => {
  const globals = openai();
  if (!globals) return false;
  const changed = object(object(event).globals);
  const get = (key) => changed[key] ?? globals[key];
  const take = (topic, value, convert = (value2) => value2) => {
    if (value != null && lastRead[topic] !== (lastRead[topic] = json(value))) setFromSnapshot(topic, convert(value));
  };
  take("input", get("toolInput"));
  take("result", resultFromGlobals(get("toolOutput"), get("toolResponseMetadata")), receiveResult);
  take("state", get("widgetState"));
  const maxHeight = get("maxHeight");
  const safeArea = get("safeArea");
  const userLocation = get("userLocation");
  const view = get("view");
  const agent = get("userAgent");
  const fields = {
    timeZone: userLocation?.timezone,
    userLocation,
    containerDimensions: maxHeight && { maxHeight },
    safeAreaInsets: safeArea?.insets ?? safeArea,
    platform: agent?.device?.type,
    deviceCapabilities: agent?.capabilities,
    userAgent: text(agent) || void 0,
    view: text(view) ? { mode: view } : view
  };
  for (const key of ["theme", "displayMode", "previousDisplayMode", "locale"]) fields[key] = get(key);
  for (const key in fields) {
    const now = json(fields[key]);
    const current = json(read("context")?.[key]);
    const last = read("host") ? lastRead[key] ?? (current && now) : current;
    lastRead[key] = now;
    if (fields[key] == null || now === last) delete fields[key];
  }
  if (Object.keys(fields)[0]) updateContext(fields);
  return true;
};
export {
  takeGlobals
};

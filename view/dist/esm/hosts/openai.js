// hosts/openai.ts
import { updateContext } from "../data/context.js";
import { fromGlobals } from "./openairesult.js";
import { json, object } from "../values/unchecked.js";
import { toResult } from "../data/result.js";
import { offer, read } from "../data/topics.js";
var openai = () => {
  const { openai: openai2, oai, webplus } = globalThis;
  return [openai2, oai, webplus].find((globals) => globals && !globals.oriel && !globals.nodeType);
};
var known = {};
var adopt = (news) => {
  const globals = openai();
  if (!globals) return false;
  const changed = object(object(news).globals);
  const get = (key) => changed[key] ?? globals[key];
  const take = (topic, value, read2 = (value2) => value2) => {
    if (value != null && known[topic] !== (known[topic] = json(value))) offer(topic, read2(value));
  };
  take("input", get("toolInput"));
  take("result", fromGlobals(get("toolOutput"), get("toolResponseMetadata")), toResult);
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
    userAgent: typeof agent === "string" ? agent : void 0,
    view: typeof view === "string" ? { mode: view } : view
  };
  for (const key of ["theme", "displayMode", "previousDisplayMode", "locale"]) fields[key] = get(key);
  for (const key in fields) {
    const now = json(fields[key]);
    const held = json(read("context")?.[key]);
    const last = read("host") ? known[key] ?? (held && now) : held;
    known[key] = now;
    if (fields[key] == null || now === last) delete fields[key];
  }
  if (Object.keys(fields)[0]) updateContext(fields);
  return true;
};
export {
  adopt,
  openai
};

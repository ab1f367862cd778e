// data/context.ts
import { object, text } from "../values/unchecked.js";
import { offer, on, read, set } from "./topics.js";
var own;
var words = { compact: "inline", expanded: "fullscreen", tablet: "mobile" };
var mode = /^(inline|fullscreen|pip)$/;
var legal = {
  theme: /^(light|dark|system)$/,
  displayMode: mode,
  previousDisplayMode: mode,
  platform: /^(web|desktop|mobile)$/
};
var scheme;
var resolved = (theme) => {
  if (scheme) scheme.onchange = null;
  if (theme !== "system") return theme;
  scheme = globalThis.matchMedia?.("(prefers-color-scheme:dark)");
  if (scheme) scheme.onchange = () => updateContext({ theme });
  return scheme?.matches ? "dark" : "light";
};
var updateContext = (raw) => {
  const held = context();
  const news = { ...object(raw) };
  for (const key in legal) {
    const word = text(news[key]);
    news[key] = text(words[word]) || word;
    if (!legal[key].test(news[key])) delete news[key];
  }
  if (news.theme) news.theme = resolved(news.theme);
  if (held.displayMode && news.displayMode && held.displayMode !== news.displayMode)
    news.previousDisplayMode ??= held.displayMode;
  if (news.viewport) {
    const { maxWidth, maxHeight } = object(news.viewport);
    news.containerDimensions ??= { maxWidth, maxHeight };
  }
  if (news["oriel/state"] != null) offer("state", news["oriel/state"]);
  set("context", { ...held, ...news });
};
var context = () => read("context") ?? (own ??= { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
var onContext = (fn) => on("context", fn);
export {
  context,
  onContext,
  updateContext,
  words
};

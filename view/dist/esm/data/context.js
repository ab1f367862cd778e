// data/context.ts
import { object, text } from "../values/unchecked.js";
import { on, read, set, setFromSnapshot } from "./topics.js";
var ownContext;
var aliases = { compact: "inline", expanded: "fullscreen", tablet: "mobile" };
var mode = /^(inline|fullscreen|pip)$/;
var allowed = {
  theme: /^(light|dark|system)$/,
  displayMode: mode,
  previousDisplayMode: mode,
  platform: /^(web|desktop|mobile)$/
};
var browserScheme;
var resolveTheme = (theme) => {
  if (browserScheme) browserScheme.onchange = null;
  if (theme !== "system") return theme;
  browserScheme = globalThis.matchMedia?.("(prefers-color-scheme:dark)");
  if (browserScheme) browserScheme.onchange = () => updateContext({ theme });
  return browserScheme?.matches ? "dark" : "light";
};
var updateContext = (raw) => {
  const known = context();
  const news = { ...object(raw) };
  for (const key in allowed) {
    const value = text(news[key]);
    news[key] = text(aliases[value]) || value;
    if (!allowed[key].test(news[key])) delete news[key];
  }
  if (news.theme) news.theme = resolveTheme(news.theme);
  if (known.displayMode && news.displayMode && known.displayMode !== news.displayMode)
    news.previousDisplayMode ??= known.displayMode;
  if (news.viewport) {
    const { maxWidth, maxHeight } = object(news.viewport);
    news.containerDimensions ??= { maxWidth, maxHeight };
  }
  if (news["oriel/state"] != null) setFromSnapshot("state", news["oriel/state"]);
  set("context", { ...known, ...news });
};
var context = () => read("context") ?? (ownContext ??= { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
var onContext = (fn) => on("context", fn);
export {
  aliases,
  context,
  onContext,
  updateContext
};

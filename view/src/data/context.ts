import type { HostContext } from "../values/types.ts";
import { object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { on, read, set, setFromSnapshot } from "./topics.ts";

/** The context without a host. */
let ownContext: HostContext | undefined;

/** Names that some hosts use, and ours: older ChatGPT's display modes, and a device. */
export const aliases: Loose = { compact: "inline", expanded: "fullscreen", tablet: "mobile" };

const mode = /^(inline|fullscreen|pip)$/;
const allowed: Record<string, RegExp> = {
  theme: /^(light|dark|system)$/,
  displayMode: mode,
  previousDisplayMode: mode,
  platform: /^(web|desktop|mobile)$/,
};

let browserScheme: MediaQueryList | undefined;

/** `system` becomes the browser's theme, which is followed until the host sends another; other themes stay. */
const resolveTheme = (theme: unknown): unknown => {
  if (browserScheme) browserScheme.onchange = null;
  if (theme !== "system") return theme;
  browserScheme = globalThis.matchMedia?.("(prefers-color-scheme:dark)");
  if (browserScheme) browserScheme.onchange = () => updateContext({ theme });
  return browserScheme?.matches ? "dark" : "light";
};

/** Merges a host's context into the known one. Values that are not allowed are left out. */
export const updateContext = (raw: unknown): void => {
  const known = context();
  const news = { ...object(raw) };
  for (const key in allowed) {
    const value = text(news[key]);
    news[key] = text(aliases[value]) || value;
    if (!allowed[key]!.test(news[key])) delete news[key];
  }
  if (news.theme) news.theme = resolveTheme(news.theme);
  if (known.displayMode && news.displayMode && known.displayMode !== news.displayMode)
    news.previousDisplayMode ??= known.displayMode;
  if (news.viewport) {
    // The old name of containerDimensions. Its width and height are the current size, not a fixed one.
    const { maxWidth, maxHeight } = object(news.viewport);
    news.containerDimensions ??= { maxWidth, maxHeight };
  }
  if (news["oriel/state"] != null) setFromSnapshot("state", news["oriel/state"]);
  set("context", { ...known, ...news });
};

/**
 * What the host says about the view's surroundings: a new object after each
 * change. Without a host, or where it says nothing of it, the time zone is the
 * browser's.
 *
 * @example
 * title.textContent = new Date().toLocaleDateString(context().locale);
 */
export const context = (): HostContext =>
  read("context") ?? (ownContext ??= { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });

/**
 * Calls `fn` with the context: at once if a host has given one, and after each
 * change. Returns a function that ends it.
 *
 * @example
 * onContext(({ theme, displayMode }) => console.log(theme, displayMode));
 */
export const onContext = (fn: (context: HostContext) => void): (() => void) => on("context", fn);

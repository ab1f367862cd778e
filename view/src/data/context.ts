import { object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { offer, on, read, set } from "./topics.ts";
import type { HostContext } from "../values/types.ts";

/** What the page knows without a host. */
let own: HostContext | undefined;

/** Other words for what we know: older ChatGPT's display modes, and a device. */
export const words: Loose = { compact: "inline", expanded: "fullscreen", tablet: "mobile" };

const mode = /^(inline|fullscreen|pip)$/;
const legal: Record<string, RegExp> = {
  theme: /^(light|dark|system)$/,
  displayMode: mode,
  previousDisplayMode: mode,
  platform: /^(web|desktop|mobile)$/,
};

let scheme: MediaQueryList | undefined;

/** The theme that is meant; `system` follows the browser's from now on, until the host says another. */
const resolved = (theme: unknown): unknown => {
  if (scheme) scheme.onchange = null;
  if (theme !== "system") return theme;
  scheme = globalThis.matchMedia?.("(prefers-color-scheme:dark)");
  if (scheme) scheme.onchange = () => updateContext({ theme });
  return scheme?.matches ? "dark" : "light";
};

/** Merges what a host says of the context; what it says wrong, it has not said. */
export const updateContext = (raw: unknown): void => {
  const held = context();
  const news = { ...object(raw) };
  for (const key in legal) {
    const word = text(news[key]);
    news[key] = text(words[word]) || word;
    if (!legal[key]!.test(news[key])) delete news[key];
  }
  if (news.theme) news.theme = resolved(news.theme);
  if (held.displayMode && news.displayMode && held.displayMode !== news.displayMode)
    news.previousDisplayMode ??= held.displayMode;
  if (news.viewport) {
    // The old name. Its width and height are the present size, not a fixed one.
    const { maxWidth, maxHeight } = object(news.viewport);
    news.containerDimensions ??= { maxWidth, maxHeight };
  }
  if (news["oriel/state"] != null) offer("state", news["oriel/state"]);
  set("context", { ...held, ...news });
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
  read("context") ?? (own ??= { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });

/**
 * Calls `fn` with the context: at once if a host has given one, and after each
 * change. Returns a function that ends it.
 *
 * @example
 * onContext(({ theme, displayMode }) => console.log(theme, displayMode));
 */
export const onContext = (fn: (context: HostContext) => void): (() => void) => on("context", fn);

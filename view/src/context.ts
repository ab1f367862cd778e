import { object } from "./object.ts";
import { offer, on, read, set } from "./store.ts";
import type { HostContext } from "./types.ts";

/** Merges what a host says of the context; what it says wrong, it has not said. */
export const updateContext = (raw: unknown): void => {
  const news = { ...object(raw) };
  if (!/^(light|dark)$/.test(news.theme)) delete news.theme;
  if (!/^(inline|fullscreen|pip)$/.test(news.displayMode)) delete news.displayMode;
  if (news.viewport) {
    // The old name. Its width and height are the present size, not a fixed one.
    const { maxWidth, maxHeight } = object(news.viewport);
    news.containerDimensions ??= { maxWidth, maxHeight };
  }
  if (news["oriel/state"] != null) offer("state", news["oriel/state"]);
  set("context", { ...read("context"), ...news });
};

/** What the host says about the view's surroundings: a new object after each change. */
export const context = (): HostContext => read("context") ?? {};

/**
 * Calls `fn` with the context: at once if a host has given one, and after each
 * change. Returns a function that ends it.
 */
export const onContext = (fn: (context: HostContext) => void): (() => void) => on("context", fn);

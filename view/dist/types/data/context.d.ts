import type { HostContext } from "../values/types.js";
import type { Loose } from "../values/unchecked.js";
/** Names that some hosts use, and ours: older ChatGPT's display modes, and a device. */
export declare const aliases: Loose;
/** Merges a host's context into the known one. Values that are not allowed are left out. */
export declare const updateContext: (raw: unknown) => void;
/**
 * What the host says about the view's surroundings: a new object after each
 * change. Without a host, or where it says nothing of it, the time zone is the
 * browser's.
 *
 * @example
 * title.textContent = new Date().toLocaleDateString(context().locale);
 */
export declare const context: () => HostContext;
/**
 * Calls `fn` with the context: at once if a host has given one, and after each
 * change. Returns a function that ends it.
 *
 * @example
 * onContext(({ theme, displayMode }) => console.log(theme, displayMode));
 */
export declare const onContext: (fn: (context: HostContext) => void) => (() => void);

import type { Loose } from "../values/unchecked.js";
import type { HostContext } from "../values/types.js";
/** Other words for what we know: older ChatGPT's display modes, and a device. */
export declare const words: Loose;
/** Merges what a host says of the context; what it says wrong, it has not said. */
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

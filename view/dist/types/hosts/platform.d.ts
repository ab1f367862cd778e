import type { Platform } from "../values/types.js";
/** What the platform is said to be, whoever answers. */
export declare const forced: () => Platform | undefined;
/**
 * Makes {@link platform} and {@link detectPlatform} say this, whoever answers;
 * `undefined` ends it. For tests, and for pages that know better. It changes what
 * the view is told, not who is asked: calls go to the host that answered.
 *
 * `globalThis.orielPlatform`, set by a script before the runtime runs, does the
 * same from the start, and as `"standalone"` also keeps a view in a frame from
 * looking for a host at all.
 *
 * @param platform - What the platform is said to be; left out: what it is.
 * @local
 * @example
 * forcePlatform("chatgpt");
 */
export declare const forcePlatform: (platform?: Platform) => void;

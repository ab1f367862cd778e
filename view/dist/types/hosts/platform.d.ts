import type { Platform } from "../values/types.js";
/** The platform that a script or {@link forcePlatform} has set. */
export declare const forced: () => Platform | undefined;
/**
 * Makes {@link platform} and {@link detectPlatform} return this platform;
 * `undefined` ends that. For tests, and for pages that know better. Calls still go to
 * the host that has answered.
 *
 * `globalThis.orielPlatform`, set by a script before the runtime runs, does the same
 * from the start. If it is `"standalone"`, a view in a frame does not look for a host.
 *
 * @param platform - The platform; left out: what has answered.
 * @local
 * @example
 * forcePlatform("chatgpt");
 */
export declare const forcePlatform: (platform?: Platform) => void;
/**
 * What the view runs in; `"standalone"` until something has answered. A forced platform wins.
 *
 * @example
 * console.log(platform());
 */
export declare const platform: () => Platform;
/** Rejects {@link connected}. */
export declare let connectionFailed: (error: unknown) => void;
/**
 * Resolves with the platform when a host has answered: `ui/initialize` was
 * answered, or only `window.openai` is there, or the page is not in a frame
 * (`"standalone"`). Rejects with a ViewError when a host refuses and there is no
 * `window.openai`. It stays pending as long as nothing answers, and so do calls,
 * which wait for it; {@link detectPlatformAsync} does not.
 *
 * @example
 * connected.then((found) => console.log(found, hostInfo()?.name));
 */
export declare const connected: Promise<Platform>;
/** Sets the platform that has answered, which resolves {@link connected}. */
export declare const setPlatform: (found: Platform) => void;
/** Resolves when a host has answered, also when it has refused. */
export declare const answered: () => Promise<unknown>;

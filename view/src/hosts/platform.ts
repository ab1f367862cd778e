import type { Platform } from "../values/types.ts";
import { emit, read, set } from "../data/topics.ts";

const scope = globalThis as { orielPlatform?: Platform | undefined };

/** The platform that a script or {@link forcePlatform} has set. */
export const forced = (): Platform | undefined => scope.orielPlatform;

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
export const forcePlatform = (platform?: Platform): void => {
  scope.orielPlatform = platform;
  emit("any", undefined);
};

/**
 * What the view runs in; `"standalone"` until something has answered. A forced platform wins.
 *
 * @example
 * console.log(platform());
 */
export const platform = (): Platform => forced() ?? read("platform") ?? "standalone";

let resolve: (platform: Platform) => void;
/** Rejects {@link connected}. */
export let connectionFailed: (error: unknown) => void;

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
export const connected: Promise<Platform> = new Promise<Platform>((yes, no) => {
  resolve = yes;
  connectionFailed = no;
});

/** Sets the platform that has answered, which resolves {@link connected}. */
export const setPlatform = (found: Platform): void => {
  set("platform", found);
  resolve(platform());
};

/** Resolves when a host has answered, also when it has refused. */
export const answered = (): Promise<unknown> => connected.catch(() => {});

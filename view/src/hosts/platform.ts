import { announce } from "../data/topics.ts";
import type { Platform } from "../values/types.ts";

const scope = globalThis as { orielPlatform?: Platform | undefined };

/** What the platform is said to be, whoever answers. */
export const forced = (): Platform | undefined => scope.orielPlatform;

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
export const forcePlatform = (platform?: Platform): void => {
  scope.orielPlatform = platform;
  announce("any", undefined);
};

import type { HostInfo, Platform } from "../values/types.js";
/**
 * Resolves with the platform when a host has answered: `ui/initialize` was
 * answered, or only `window.openai` is there, or the page is not in a frame
 * (`"standalone"`). Rejects with a ViewError when a host refuses and there is no
 * `window.openai`. It stays pending as long as nothing answers, because a frame
 * alone is no host, and so do calls, which wait for it; {@link detectPlatformAsync}
 * does not.
 *
 * @example
 * connected.then((found) => console.log(found, hostInfo()?.name));
 */
export declare const connected: Promise<Platform>;
/**
 * What the view runs in; `"standalone"` until something has answered. A forced platform wins.
 *
 * @example
 * console.log(platform());
 */
export declare const platform: () => Platform;
/**
 * Who the host says it is, once it has answered `ui/initialize`.
 *
 * @example
 * title.textContent = hostInfo()?.name ?? "No host";
 */
export declare const hostInfo: () => HostInfo | undefined;
/**
 * What the host says it can do (MCP Apps, `hostCapabilities`); empty until it has answered.
 *
 * @example
 * console.log("message" in hostCapabilities());
 */
export declare const hostCapabilities: () => Record<string, unknown>;
/** Settles what the view runs in. */
export declare const become: (found: Platform) => void;
/** Takes the answer to `ui/initialize`. */
export declare const answered: (raw: unknown) => void;
/** Settles when the document is complete, scripts included; not a promise where it was. */
export declare const parsed: () => unknown;
/** What `ui/initialize` says. */
export declare const greeting: () => {
    protocolVersion: string;
    appInfo: {
        name: string;
        version: string;
    };
    appCapabilities: import("../values/unchecked.js").Loose;
};
/** Installs the listeners and sends `ui/initialize`, in the task that imports the runtime. */
export declare const start: () => void;

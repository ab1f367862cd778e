import type { Loose } from "../values/unchecked.js";
import type { Transport } from "../values/types.js";
/** Who the view says it is. */
export interface AppInfo {
    name: string;
    version: string;
    /** For people. */
    title?: string;
    /** An address, and whatever else MCP's `Implementation` has. */
    [key: string]: unknown;
}
/** How the page opens the conversation with its host. */
export declare const opening: {
    /** What is used instead of the host. */
    by: Transport | undefined;
    /** Does what the runtime would have done at once. */
    go(): void;
    /** The handshake can't be held any longer. */
    isOver: boolean;
    /** `ui/initialize`, with what has been said by now. */
    handshake(): Loose;
    hear: (message: unknown) => void;
    say(appInfo: unknown, appCapabilities: unknown): void;
};
/**
 * Says who the view is and what it can do, for `ui/initialize`. A page that uses
 * this sends it at the end of the task that imports the runtime instead of at
 * once, so it has to be called there: at the top of the view's first file, not in a
 * timer or after an `await`. A later call, if it says something else, is kept
 * back, with a warning in the console: a host is greeted once. A script after the
 * runtime's in a page of HTML is later; there, and wherever it is not called, the
 * page's `<meta name="application-name">`, else its title, and `<meta name="version">` say it.
 *
 * @param appInfo - Name and version; what is left out or is no text, the page says.
 * @param appCapabilities - What the view can do, beside what the runtime says of itself.
 * @throws ViewError -32602: what is no JSON.
 * @local
 * @example
 * introduce({ name: "almanac", version: "1.2.3" });
 */
export declare const introduce: (appInfo?: Partial<AppInfo>, appCapabilities?: Record<string, unknown>) => void;

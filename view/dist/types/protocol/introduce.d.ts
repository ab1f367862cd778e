import type { Transport } from "../values/types.js";
import type { Loose } from "../values/unchecked.js";
/** Who the view says it is. */
export interface AppInfo {
    name: string;
    version: string;
    /** For people. */
    title?: string;
    /** An address, and whatever else MCP's `Implementation` has. */
    [key: string]: unknown;
}
/** The handshake, as long as it is held. */
export declare const opening: {
    /** What is used instead of the host. */
    transport: Transport | undefined;
    /** Begins as the runtime would have done without holding the handshake. */
    begin(): void;
    /** Whether the handshake can no longer be held. */
    isOver: boolean;
    /** `ui/initialize`, with the info that is set now. */
    handshake(): Loose;
    receive: (message: unknown) => void;
    setInfo(appInfo: unknown, appCapabilities: unknown): void;
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

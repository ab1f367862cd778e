import type { Transport } from "../values/types.js";
import type { Loose } from "../values/unchecked.js";
/** The name and version of the view. */
export interface AppInfo {
    name: string;
    version: string;
    /** For people. */
    title?: string;
    /** Other members of MCP's `Implementation`. */
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
 * Sets the name, version and capabilities that the view sends in `ui/initialize`. With
 * this in a bundle, the runtime sends `ui/initialize` at the end of the task that imports
 * it instead of at once, so call it in that task: at the top of the view's first file,
 * not in a timer or after an `await`. A later call has no effect, and warns in the
 * console if it says something else. In a page of HTML, a script after the runtime's is
 * too late. Without this call, the name is `<meta name="application-name">`, else the
 * page's title, and the version is `<meta name="version">`.
 *
 * @param appInfo - Name and version; what is left out or is not text comes from the page.
 * @param appCapabilities - What the view can do, in addition to the runtime's own capabilities.
 * @throws ViewError -32602: a value is not JSON.
 * @local
 * @example
 * introduce({ name: "almanac", version: "1.2.3" });
 */
export declare const introduce: (appInfo?: Partial<AppInfo>, appCapabilities?: Record<string, unknown>) => void;

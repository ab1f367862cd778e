import type { HostInfo } from "../values/types.js";
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
/**
 * Whether the host follows a draft of 2025, in which it introduces itself as `host`.
 * A host that also sends `hostInfo` knows the current names.
 */
export declare const isDraftHost: () => boolean;
/** The host, as it introduced itself. */
export interface Host {
    /** The id of Oriel's profile of it, `"claude"`; undefined where no profile has its name. */
    readonly profile: string | undefined;
    /** Its name; empty where it gave none. */
    readonly name: string;
    /** Its version; empty where it gave none. */
    readonly version: string;
}
/**
 * The host that has answered: its name and version, and Oriel's profile of it. A
 * host that is known by nothing but `window.openai` or MCP-UI's messages has the
 * profile of that; before a host has answered, and without one, all is empty.
 *
 * The same object until something changes. A name is no promise: ask `capabilities` what the host can do.
 *
 * @example
 * if (host().profile === "claude") title.textContent = "Hello, Claude";
 */
export declare const host: () => Host;

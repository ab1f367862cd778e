import { reuseIfEqual } from "../values/reuse.ts";
import type { HostInfo } from "../values/types.ts";
import { object, text } from "../values/unchecked.ts";
import { read } from "../data/topics.ts";
import { platform } from "./platform.ts";
import { profiles } from "./profiles.ts";

/**
 * Who the host says it is, once it has answered `ui/initialize`.
 *
 * @example
 * title.textContent = hostInfo()?.name ?? "No host";
 */
export const hostInfo = (): HostInfo | undefined => {
  const host = read("host");
  return host && object(host.hostInfo ?? host.host);
};

/**
 * What the host says it can do (MCP Apps, `hostCapabilities`); empty until it has answered.
 *
 * @example
 * console.log("message" in hostCapabilities());
 */
export const hostCapabilities = (): Record<string, unknown> => {
  const host = read("host");
  return object(host?.hostCapabilities ?? host?.capabilities);
};

/**
 * Whether the host follows a draft of 2025, in which it introduces itself as `host`.
 * A host that also sends `hostInfo` knows the current names.
 */
export const isDraftHost = (): boolean => {
  const { host, hostInfo } = read("host") ?? {};
  return !!host && !hostInfo;
};

/** The host, as it introduced itself. */
export interface Host {
  /** The id of Oriel's profile of it, `"claude"`; undefined where no profile has its name. */
  readonly profile: string | undefined;
  /** Its name; empty where it gave none. */
  readonly name: string;
  /** Its version; empty where it gave none. */
  readonly version: string;
}

let last: Host | undefined;

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
export const host = (): Host => {
  const info = hostInfo();
  const name = text(info?.name);
  const found = platform();
  const profile =
    found === "mcp-ui" ? found : (profiles.get(name.toLowerCase()) ?? (found === "chatgpt" ? found : undefined));
  return (last = reuseIfEqual({ profile, name, version: text(info?.version) }, last));
};

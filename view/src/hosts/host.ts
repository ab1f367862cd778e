import { hostInfo, platform } from "../start/connect.ts";
import { text } from "../values/unchecked.ts";
import { profiles } from "./profiles.ts";
import { steady } from "../values/reuse.ts";

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
  return (last = steady({ profile, name, version: text(info?.version) }, last));
};

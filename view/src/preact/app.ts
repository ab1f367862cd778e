// Generated from ../react by tools/assets. DO NOT EDIT.
import { capabilities } from "../hosts/capabilities.ts";
import type { Capabilities } from "../hosts/features.ts";
import { platform } from "../hosts/platform.ts";
import { host } from "../hosts/host.ts";
import type { Host } from "../hosts/host.ts";
import { read } from "../data/topics.ts";
import type { Platform } from "../values/types.ts";
import { useRead } from "./read.ts";

/** What is known of where the view runs. */
export interface AppContext {
  /** What the view runs in; `"standalone"` until something has answered. */
  platform: Platform;
  /** The host, as it introduced itself. */
  host: Host;
  /** What the host lets the view do. */
  capabilities: Capabilities;
  /** Whether something has answered, or there is nobody who could. */
  connected: boolean;
}

const answered = (): boolean => !!read("platform");

/**
 * What the view runs in: the platform, the host, what it can do, and whether it has
 * answered.
 *
 * @returns Each of these, as it is now.
 * @example
 * function Where() {
 *   const { platform, host, capabilities, connected } = useAppContext();
 *   if (!connected) return <p>Connecting…</p>;
 *   return <p>{host.name || platform}, {capabilities.displayModes.join(", ")}</p>;
 * }
 */
export const useAppContext = (): AppContext => ({
  platform: usePlatform(),
  host: useHost(),
  capabilities: useCapabilities(),
  connected: useRead(answered),
});

/**
 * What the view runs in; `"standalone"` until something has answered. A platform
 * that was forced wins.
 *
 * @example
 * function Brand() {
 *   return <b>{usePlatform() === "chatgpt" ? "In ChatGPT" : "In an assistant"}</b>;
 * }
 */
export const usePlatform = (): Platform => useRead(platform);

/**
 * The host that has answered: its name, its version, and Oriel's profile of it. All
 * is empty before that.
 *
 * @example
 * function Greeting() {
 *   const { name, version } = useHost();
 *   return <p>Hello, {name || "you"} {version}</p>;
 * }
 */
export const useHost = (): Host => useRead(host);

/**
 * What this host lets the view do: frozen, the same object until something changes.
 * Before a host has answered, and without one, it has nothing.
 *
 * @example
 * function Sizes() {
 *   const { displayModes } = useCapabilities();
 *   return <p>{displayModes.length} sizes</p>;
 * }
 */
export const useCapabilities = (): Capabilities => useRead(capabilities);

import type { Platform } from "../values/types.js";
/**
 * What the view runs in, as far as is known now. In this order: a
 * {@link forcePlatform | forced} platform; a marker in the page; what has answered;
 * `window.openai`; else `"standalone"`. A frame alone does not mean that there is a
 * host, so this is `"standalone"` in most MCP Apps hosts until they have answered:
 * {@link detectPlatformAsync} waits for that.
 *
 * Markers are the address's `?mcp-host` or `?mcp-host=NAME`; `__MCP_HOST__` of the
 * page or of its parent, where that is of the same origin: `true`, a name, or an
 * object with a `name`; and the attribute `data-mcp-host` of the root element or of
 * the frame's element. A name with "chatgpt" or "openai" in it is ChatGPT, one with
 * "mcp-ui" MCP-UI, any other an MCP Apps host; "false", "0" and "no" are no marker.
 *
 * @local
 * @example
 * console.log(detectPlatform());
 */
export declare const detectPlatform: () => Platform;
/**
 * As {@link detectPlatform}, once something has answered, but after `timeout` ms
 * (1,000 by default) at the latest. It never rejects, and does not wait where a forced
 * platform or a marker decides.
 *
 * @param timeout - How long to wait at most, in ms.
 * @returns The platform; `"standalone"` where nothing has answered by then.
 * @local
 * @example
 * if ((await detectPlatformAsync(500)) === "standalone") title.textContent = "Open this in an assistant";
 */
export declare const detectPlatformAsync: (timeout?: number) => Promise<Platform>;
/**
 * Whether {@link detectPlatform} finds a host.
 *
 * @local
 * @example
 * title.hidden = isHostEnvironment();
 */
export declare const isHostEnvironment: () => boolean;
/**
 * Whether {@link detectPlatformAsync} finds a host within `timeout` ms (1,000 by default).
 *
 * @param timeout - How long to wait at most, in ms.
 * @local
 * @example
 * button.hidden = !(await isHostEnvironmentAsync());
 */
export declare const isHostEnvironmentAsync: (timeout?: number) => Promise<boolean>;

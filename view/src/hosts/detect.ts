import type { Platform } from "../values/types.ts";
import { openai } from "./openai.ts";
import { connected, forced, platform } from "./platform.ts";

/** The platform that a marker names; undefined without a marker, or where it says no. */
const parseMarker = (marker: unknown): Platform | undefined => {
  if (marker == null || /^(false|0|no)$/.test(String(marker))) return;
  const name = String((marker as { name?: unknown }).name ?? marker);
  if (/chatgpt|openai/i.test(name)) return "chatgpt";
  return /mcp-?ui/i.test(name) ? "mcp-ui" : name === "standalone" ? name : "mcp-apps";
};

/** Where a marker can be. A window of another origin throws. */
const places: (() => unknown)[] = [
  () => new URLSearchParams(location.search).get("mcp-host"),
  () => (window as { __MCP_HOST__?: unknown }).__MCP_HOST__,
  () => (parent as { __MCP_HOST__?: unknown }).__MCP_HOST__,
  () => document.documentElement.dataset.mcpHost,
  () => (frameElement as HTMLElement | null)?.dataset.mcpHost,
];

const marker = (): Platform | undefined => {
  for (const place of places)
    try {
      const found = parseMarker(place());
      if (found) return found;
    } catch {
      // Another origin: no marker that this page may read.
    }
  return;
};

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
export const detectPlatform = (): Platform => {
  const answered = platform();
  return forced() ?? marker() ?? (answered === "standalone" && openai() ? "chatgpt" : answered);
};

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
export const detectPlatformAsync = async (timeout = 1000): Promise<Platform> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (!forced() && !marker())
    await Promise.race([
      connected.catch(() => {}),
      new Promise((done) => {
        timer = setTimeout(done, timeout);
      }),
    ]);
  clearTimeout(timer);
  return detectPlatform();
};

/**
 * Whether {@link detectPlatform} finds a host.
 *
 * @local
 * @example
 * title.hidden = isHostEnvironment();
 */
export const isHostEnvironment = (): boolean => detectPlatform() !== "standalone";

/**
 * Whether {@link detectPlatformAsync} finds a host within `timeout` ms (1,000 by default).
 *
 * @param timeout - How long to wait at most, in ms.
 * @local
 * @example
 * button.hidden = !(await isHostEnvironmentAsync());
 */
export const isHostEnvironmentAsync = async (timeout?: number): Promise<boolean> =>
  (await detectPlatformAsync(timeout)) !== "standalone";

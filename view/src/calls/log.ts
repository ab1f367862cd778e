import { answered } from "../hosts/platform.ts";
import { has, optional } from "../hosts/support.ts";
import { notify } from "../protocol/rpc.ts";

/** The console's method for a level, by its first letter; all others are `console.info`. */
const consoleMethods: Record<string, "debug" | "warn" | "error"> = { d: "debug", w: "warn", e: "error", c: "error", a: "error" };

/** How grave an entry is (MCP, "Logging", after RFC 5424). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/**
 * Writes into the log of the host, which is for developers: neither the user nor
 * the model reads it. A host that has not advertised a log leaves the entry to the
 * browser's console.
 *
 * @param level - How grave it is.
 * @param data - Any JSON.
 * @param logger - The name of the part of the view that writes it.
 * @returns When it has been sent; nobody answers. Not before a host has answered
 * the handshake.
 * @throws DataCloneError when `data` cannot be posted.
 * @example
 * log("warning", { slow: true, ms: 1200 }, "chart");
 * @support mcp-apps native `notifications/message`
 * @support bare fallback the console
 * @support chatgpt fallback the console
 * @support openai fallback the console
 * @support mcp-ui native `notify`
 * @support standalone fallback the console
 */
export const log = /* @__PURE__ */ optional(
  ["logging"],
  async (level: LogLevel, data: unknown, logger?: string): Promise<void> => {
    await answered();
    if (has(["logging"])) notify("notifications/message", { level, data, logger });
    else console[consoleMethods[level[0]!] ?? "info"](...[logger ?? []].flat(), data);
  },
);

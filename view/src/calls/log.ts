import { answered } from "../hosts/platform.ts";
import { has, optional } from "../hosts/support.ts";
import { notify } from "../protocol/rpc.ts";

/** The console's method for a level, by its first letter; all others are `console.info`. */
const consoleMethods: Record<string, "debug" | "warn" | "error"> = { d: "debug", w: "warn", e: "error", c: "error", a: "error" };

/** How severe an entry is (MCP, "Logging", after RFC 5424). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/**
 * Writes into the host's log, which is for developers: neither the user nor the model
 * reads it. If the host has not advertised a log, the entry goes to the browser's
 * console.
 *
 * @param level - How severe it is.
 * @param data - Any JSON.
 * @param logger - The name of the part of the view that writes it.
 * @returns When it has been sent, which is after the handshake. The host does not answer.
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

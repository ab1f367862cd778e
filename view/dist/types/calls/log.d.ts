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
export declare const log: import("../index.js").Optional<(level: LogLevel, data: unknown, logger?: string) => Promise<void>>;

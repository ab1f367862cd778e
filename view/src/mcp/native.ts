/**
 * MCP Apps alone, whole and typed, without a framework: `App` and its calls under
 * the names of `@modelcontextprotocol/ext-apps`, on the runtime's own connection.
 * A view that shall run in ChatGPT's older versions or MCP-UI hosts too imports from
 * `@oriel/view`.
 *
 * Importing it connects.
 *
 * @module
 */
export * from "./exports.ts";

// Last, so that whatever the modules above declare is part of the handshake.
import "../start/start.ts";

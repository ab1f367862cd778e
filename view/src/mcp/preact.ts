/**
 * MCP Apps alone, on Preact: the protocol as hooks, under the names that views for it
 * use, and those of `@modelcontextprotocol/ext-apps/react` with their signatures. A
 * view that shall run in other hosts too takes its hooks from `@oriel/view/preact`.
 *
 * Importing it connects.
 *
 * @module
 */
export * from "./preact/index.ts";

// Last, so that whatever the modules above declare is part of the handshake.
import "../start/start.ts";

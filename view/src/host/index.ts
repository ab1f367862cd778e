// The host of a view, in the protocol that the view speaks.

import { ChatGptHost } from "./chatgpt.ts";
import { McpAppsHost } from "./mcpapps.ts";
import { McpUiHost } from "./mcpui.ts";
import type { Protocol, Setup } from "./protocol.ts";
import type { Json } from "./types.ts";

export type ProtocolName = "mcp-apps" | "chatgpt" | "mcp-ui";

/** Creates a host for one view. renderData is the initial render data of MCP-UI. */
export function createHost(protocol: ProtocolName, setup: Setup, renderData?: Json): Protocol {
  switch (protocol) {
    case "mcp-ui":
      return new McpUiHost(setup, renderData);
    case "chatgpt":
      return new ChatGptHost(setup);
    case "mcp-apps":
      return new McpAppsHost(setup);
  }
}

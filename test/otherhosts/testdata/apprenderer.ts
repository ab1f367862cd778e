// A host on MCP-UI's component for React, as its documentation has it: a client of the
// first generation, which declares no capabilities, finds and reads the view by itself.

import { AppRenderer } from "@mcp-ui/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { asked, fail, tell } from "./asked.ts";

const client = new Client({ name: "page-on-apprenderer", version: "1" });
const transport = new StreamableHTTPClientTransport(asked.server);
await client.connect(transport);
tell({ version: transport.protocolVersion });
const result = (await client.callTool({ name: asked.tool, arguments: asked.arguments })) as CallToolResult;

const place = document.body.appendChild(document.createElement("main"));
const props = {
  client,
  toolName: asked.tool,
  toolInput: asked.arguments,
  toolResult: result,
  sandbox: { url: asked.sandbox },
  onSizeChanged: () => tell({ state: "shown" }),
  onError: fail,
};
createRoot(place).render(createElement(AppRenderer, props));

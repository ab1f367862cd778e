// A host on the official classes: a client of the second generation that declares no
// capabilities, and AppBridge, which passes the view's calls to that client.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { asked, fail, tell } from "./asked.ts";

const mode = asked.version === "2026-07-28" ? { pin: asked.version } : "legacy";
const client = new Client({ name: "page-on-appbridge", version: "1" }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(asked.server));
tell({ version: client.getNegotiatedProtocolVersion() });

const tool = (await client.listTools()).tools.find(({ name }) => name === asked.tool);
if (!tool) throw new Error(`the server lists no tool ${asked.tool}`);
const result = await client.callTool({ name: asked.tool, arguments: asked.arguments });
const _meta = asked.link === "result" ? (result._meta ?? tool._meta) : tool._meta;
const uri = getToolUiResourceUri({ ...tool, _meta });
if (!uri) throw new Error(`there is no link to a view in ${JSON.stringify(_meta)}`);
const { resources } = await client.listResources();
if (!resources.some((resource) => resource.uri === uri)) throw new Error(`${uri} is not listed`);
const [content] = (await client.readResource({ uri })).contents;
if (content?.mimeType !== "text/html;profile=mcp-app" || !("text" in content)) throw new Error(`${uri} is ${content?.mimeType}`);

const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
const ready = new Promise<void>((resolve) => {
  addEventListener("message", function listen({ data, source }) {
    if (source !== frame.contentWindow || data.method !== "ui/notifications/sandbox-proxy-ready") return;
    removeEventListener("message", listen);
    resolve();
  });
});
frame.src = asked.sandbox.href;
document.body.append(frame);
await ready;

const bridge = new AppBridge(
  client,
  { name: "page-on-appbridge", version: "1" },
  { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} },
  { hostContext: { displayMode: "inline", availableDisplayModes: ["inline"], toolInfo: { tool } } },
);
bridge.onerror = fail;
bridge.oninitialized = async () => {
  await bridge.sendToolInput({ arguments: asked.arguments });
  await bridge.sendToolResult(result);
  tell({ state: "shown" });
};
const view = frame.contentWindow!;
await bridge.connect(new PostMessageTransport(view, view));
await bridge.sendSandboxResourceReady({ html: content.text });

// A page written for window.mcpUI, its event mcp-data and the message
// mcp-tool-result, which some hosts inject and post.

import { offer, seen } from "../views/page.ts";

const { mcpUI } = globalThis as any;

addEventListener("mcp-data", (event) => {
  const { content, structuredContent, _meta } = (event as CustomEvent).detail;
  seen.result = structuredContent;
  seen.text = content[0].text;
  seen.viewData = _meta?.["oriel/viewData"];
  seen.data = mcpUI.getData();
});
addEventListener("message", ({ data }) => {
  if (data?.type === "mcp-tool-result") seen.posted = data.result.structuredContent;
});

offer({
  call: async (n) => (await mcpUI.callTool("double", { n })).structuredContent,
  // Those pages also did it by hand, and by JSON-RPC.
  callByHand: (n) =>
    new Promise((resolve, reject) => {
      addEventListener("message", ({ data }) => {
        if (data?.id !== 4711) return;
        if (data.error) reject(data.error);
        else resolve(data.result.structuredContent);
      });
      parent.postMessage({ jsonrpc: "2.0", id: 4711, method: "tools/call", params: { name: "double", arguments: { n } } }, "*");
    }),
  message: (text) => mcpUI.sendMessage(text),
  keep(state) {
    mcpUI.setState(state);
    return mcpUI.getState();
  },
});

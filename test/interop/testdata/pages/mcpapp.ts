// A page written for window.mcpApp and its events, which some hosts inject.

import { offer, seen } from "../views/page.ts";

const { mcpApp } = globalThis as any;

const listen = (name: string, heard: (detail: any) => void) =>
  addEventListener(`mcp:${name}`, (event) => heard((event as CustomEvent).detail));

const input = (args: unknown) => {
  seen.input = args;
};
const result = ({ content, structuredContent, _meta }: any) => {
  seen.result = structuredContent;
  seen.text = content[0].text;
  seen.viewData = _meta?.["oriel/viewData"];
};
const context = () => {
  seen.theme = mcpApp.hostContext.theme;
  seen.displayMode = mcpApp.hostContext.displayMode;
};

if (mcpApp.toolInput) input(mcpApp.toolInput);
if (mcpApp.toolResult) result(mcpApp.toolResult);
context();
listen("tool-input", (detail) => input(detail.arguments));
listen("tool-result", result);
listen("context-change", context);
listen("tool-cancelled", ({ reason }) => {
  seen.cancelled = reason;
});
listen("teardown", () => {
  seen.ended = true;
  mcpApp.callTool("farewell", { from: "page" });
});

offer({
  call: async (n) => (await mcpApp.callTool("double", { n })).structuredContent,
  message: (text) => mcpApp.sendMessage(text),
  link: (url) =>
    mcpApp.openLink(url).then(
      () => "opened",
      () => "refused",
    ),
  read: async (uri) => (await mcpApp.readResource(uri)).contents[0].text,
});

new ResizeObserver(() => mcpApp.resize(innerWidth, document.documentElement.scrollHeight)).observe(document.body);

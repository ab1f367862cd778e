// The hooks of @oriel/view/mcp in an MCP Apps host, and where there is none.
import { chatGPTHost, mcpAppsHost } from "@oriel/view/testing";
import { refuses, rendered, run, same, shown } from "./trial.ts";

const kind = new URLSearchParams(location.search).get("host");

run(async () => {
  if (kind === "none" || kind === "lost") {
    const other = chatGPTHost({ bridge: false });
    const { seen } = await import("./mcpview.ts");
    same("at first", shown(), kind === "none" ? "Wait" : "");
    await other.connected;
    await rendered();
    same("no MCP Apps", [shown().slice(0, 26), seen.renders], [kind === "none" ? "Wait" : "-32601 No MCP Apps host he", 0]);
    other.close();
    return;
  }
  const host = mcpAppsHost({
    hostInfo: { name: "h", version: "2" },
    context: {
      theme: "dark",
      styles: { variables: { "--color-text-primary": "red" }, css: { fonts: "@font-face{font-family:x;src:url(data:,)}" } },
    },
    tools: { forecast: ({ city }) => ({ data: { city } }) },
    resources: { "notes://today": "Buy milk" },
    requests: { "ui/download-file": () => ({}), "ui/message": () => ({ isError: true }) },
  });
  const { seen, hide } = await import("./mcpview.ts");
  same("before the host has answered", [shown(), seen.renders], ["Wait", 0]);
  await host.connected;
  const hello = host.traffic.map(({ message }) => message as { method?: string; params?: any }).filter(({ method }) => method === "ui/initialize");
  same("one handshake", [hello.length, hello[0]?.params.appInfo], [1, { name: "almanac", version: "1.2.3" }]);
  await rendered();
  same("connected", [shown(), seen.now.isConnected, !!seen.now.app, seen.now.error], ["dark ? ?", true, true, null]);
  same("the host", [seen.now.host, seen.now.context.theme, seen.now.documentTheme, typeof seen.now.capabilities.serverTools], [
    { name: "h", version: "2" }, "dark", "dark", "object",
  ]);
  same("styles", [seen.now.variables, seen.now.fonts?.length, document.documentElement.style.getPropertyValue("--color-text-primary")], [
    { "--color-text-primary": "red" }, 41, "red",
  ]);
  await host.simulateToolInputPartial({ city: "Lis" });
  await rendered();
  same("partial input", shown(), "dark Lis… ?");
  await host.simulateToolInput({ city: "Lisbon" });
  await host.simulateToolResult({ data: { high: 31 }, text: "Sunny" });
  await rendered();
  same("with a result", [shown(), seen.now.partial], ["dark Lisbon 31", null]);
  same("told once", seen.told, [["result", { high: 31 }]]);

  const { now, renders } = seen;
  await host.simulateContextChange({ theme: "light" });
  await rendered();
  same("a change", [shown(), seen.now.documentTheme], ["light Lisbon 31", "light"]);
  document.documentElement.dataset.theme = "dark";
  await rendered();
  same("a theme of the page's own", [seen.now.theme, seen.now.documentTheme], ["light", "dark"]);
  same("what has not changed is the same", [seen.now.result === now.result, seen.now.capabilities === now.capabilities, renders < seen.renders], [true, true, true]);

  same("a tool", (await seen.now.callTool("forecast", { city: "Porto" })).structuredContent, { city: "Porto" });
  same("a resource", (await seen.now.readResource("notes://today"))[0].text, "Buy milk");
  await refuses("another", -32002, seen.now.readResource("notes://none"));
  same("the mode", await seen.now.setMode("fullscreen"), "fullscreen");
  await rendered();
  same("the mode is shown", seen.now.mode, "fullscreen");
  await seen.now.openLink("https://example.com/");
  same("a refusal", await seen.now.sendMessage("hello"), { isError: true });
  await seen.now.updateModelContext({ structuredContent: { city: "Lisbon" } });
  await seen.now.log("warning", { slow: true }, "chart");
  await seen.now.downloadFile({ contents: [{ type: "resource_link", uri: "notes://today", name: "today" }] });
  await seen.now.close();
  same("what was asked for", [host.of("link")[0]?.url, host.of("message")[0]?.text, host.of("log")[0]?.data, host.of("close").length], [
    "https://example.com/", "hello", { slow: true }, 1,
  ]);
  same("functions stay", Object.keys(now).filter((name) => typeof now[name] == "function" && now[name] !== seen.now[name]), []);
  seen.told.length = 0;
  await host.simulateTeardown("closed");
  same("the end, by the latest render's", seen.told, [["teardown", "closed", true]]);
  hide();
  same("gone", shown(), "");
  host.close();
});

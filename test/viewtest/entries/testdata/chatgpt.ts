// The hooks of @oriel/view/chatgpt in ChatGPT, with its bridge and without.
import { chatGPTHost, mcpAppsHost } from "@oriel/view/testing";
import { refuses, rendered, run, same, shown } from "./trial.ts";

const kind = new URLSearchParams(location.search).get("host");

run(async () => {
  if (kind === "none" || kind === "lost") {
    const other = mcpAppsHost();
    const { seen } = await import("./chatgptview.ts");
    same("at first", shown(), kind === "none" ? "Open this in ChatGPT" : "");
    await other.connected;
    await rendered();
    same("no ChatGPT", shown().slice(0, 28), kind === "none" ? "Open this in ChatGPT" : "-32601 No ChatGPT here: wind");
    same("nothing within is rendered", seen.renders, 0);
    if (kind === "none") {
      Object.assign(globalThis, { openai: { theme: "dark", toolOutput: { high: 31 }, toolInput: { city: "Lisbon" } } });
      dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: {} } }));
      await rendered();
      // What the other has said by its bridge stays.
      same("a ChatGPT that comes late", shown(), "light Lisbon 31 0");
    }
    other.close();
    return;
  }
  const host = chatGPTHost({
    bridge: kind === "bridge",
    state: { tab: 1 },
    context: { theme: "dark", locale: "pt-PT", safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 } },
    tools: { forecast: ({ city }) => ({ data: { city } }) },
    requests: { requestCheckout: () => ({ order: 7 }) },
    openai: { selectFiles: undefined },
  });
  const { seen, hide } = await import("./chatgptview.ts");
  same("at once", shown(), "dark ? ? 1");
  await host.connected;
  await host.simulateToolInput({ city: "Lisbon" });
  await host.simulateToolResult({ data: { high: 31 }, text: "Sunny", meta: { hidden: 1 } });
  await rendered();
  same("with a result", shown(), "dark Lisbon 31 1");
  const { now } = seen;
  same("the result", [now.result.structuredContent, now.result.isError, now.result._meta], [{ high: 31 }, false, { hidden: 1 }]);
  same("its envelope", now.metadata.mcp_tool_result.structuredContent, { high: 31 });
  same("values", [now.maxHeight, now.safeArea, now.locale, now.view.mode, now.userAgent.device.type, now.kept], [
    400, { top: 1, right: 2, bottom: 3, left: 4 }, "pt-PT", "inline", "desktop", { tab: 1 },
  ]);
  same("the whole", [now.whole.theme, now.whole.toolOutput, typeof now.whole.callTool], ["dark", { high: 31 }, "function"]);

  const before = seen.renders;
  dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: {} } }));
  await rendered();
  same("nothing new renders nothing", seen.renders - before, 0);

  await host.simulateContextChange({ theme: "light", locale: "de" });
  await rendered();
  same("a change", [shown(), seen.now.locale, seen.now.whole.theme, now.whole.theme], ["light Lisbon 31 1", "de", "light", "dark"]);
  same("what has not changed is the same", [seen.now.result === now.result, seen.now.userAgent === now.userAgent], [true, true]);

  seen.now.setState((state: { tab: number }) => ({ tab: state.tab + 1 }));
  await rendered();
  same("state", [shown(), host.of("state").at(-1)?.state, seen.now.kept], ["light Lisbon 31 2", { tab: 2 }, { tab: 2 }]);

  same("a tool", (await seen.now.callTool("forecast", { city: "Porto" })).structuredContent, { city: "Porto" });
  same("the mode", await seen.now.setMode("fullscreen"), "fullscreen");
  await rendered();
  same("the mode is shown", [seen.now.mode, seen.now.previous], ["fullscreen", "inline"]);
  await seen.now.openLink("https://example.com/", { redirectUrl: false });
  await seen.now.sendMessage("hello");
  const { fileId } = await seen.now.uploadFile(new File(["abc"], "a.txt"));
  same("a file", (await seen.now.files.getFileDownloadUrl({ fileId })).downloadUrl, "data:application/octet-stream;base64,YWJj");
  await refuses("no files to select", -32601, seen.now.files.selectFiles());
  await seen.now.requestModal({ params: { id: 7 } });
  await seen.now.setOpenInAppUrl({ href: "https://example.com/7" });
  same("a payment", await seen.now.checkout({ id: "c" }), { order: 7 });
  await seen.now.close();
  same("what was asked for", [host.of("link")[0]?.url, host.of("message")[0]?.text, host.of("close").length], [
    "https://example.com/", "hello", 1,
  ]);
  same("functions stay", Object.keys(now).filter((name) => typeof now[name] == "function" && now[name] !== seen.now[name]), []);
  hide();
  await host.simulateContextChange({ theme: "dark" });
  const after = seen.renders;
  await rendered();
  same("gone", [shown(), seen.renders - after], ["", 0]);
  host.close();
});

// The fake ChatGPT.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CHATGPT_CAPABILITIES } from "../src/hosts/presets.ts";
import { chatGPTHost } from "../src/testing/index.ts";
import type { ChatGPTOptions } from "../src/testing/index.ts";
import { enter, host, inside, page } from "./fakes.ts";

test("ChatGPT: the snapshot is there before the view, and events are partial", async () => {
  const details: unknown[] = [];
  await enter(() => {
    const host = chatGPTHost({ bridge: false, state: { tab: 1 }, context: { theme: "dark" } });
    void host.simulateToolInput({ city: "Lisbon" });
    addEventListener("openai:set_globals", (event) => void details.push((event as CustomEvent).detail.globals));
    return host;
  });
  assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" }, "before anything has answered");
  assert.deepEqual(page.oriel.getState(), { tab: 1 });
  assert.partialDeepStrictEqual(globalThis.openai, {
    theme: "dark",
    displayMode: "inline",
    locale: "en-US",
    maxHeight: 400,
    safeArea: { insets: { top: 0 } },
    userAgent: { device: { type: "desktop" }, capabilities: { hover: true, touch: false } },
    view: { mode: "inline", params: null },
    toolOutput: null,
  });
  await host.connected;
  await host.simulateContextChange({ theme: "light" });
  await host.simulateToolResult({ data: { high: 31 } });
  const result = { content: [], structuredContent: { high: 31 } };
  const globals = { toolOutput: { high: 31 }, toolResponseMetadata: { status: "completed", call_tool_result: result, mcp_tool_result: result } };
  assert.deepEqual(details, [{ theme: "light" }, globals]);
  assert.partialDeepStrictEqual(globalThis.openai, globals);
});

test("ChatGPT: the view's state is taken down, as JSON, at once", async () => {
  await inside(chatGPTHost);
  const state = { tab: 2 };
  page.oriel.setState(state);
  state.tab = 3;
  assert.deepEqual(host.of("state"), [{ kind: "state", state: { tab: 2 } }]);
  assert.deepEqual(globalThis.openai?.widgetState, { tab: 2 });
});

test("ChatGPT: files come back as they went", async () => {
  const picked = new File(["abc"], "b.txt", { type: "text/plain" });
  await inside(() => chatGPTHost({ files: [picked] }));
  const { openai } = globalThis;
  const file = new File([new Uint8Array([0, 255])], "a.bin");
  const { fileId } = await openai!.uploadFile(file, { library: true });
  assert.deepEqual(host.of("upload"), [{ kind: "upload", name: "a.bin", type: "", size: 2, library: true }]);
  const { downloadUrl } = await openai!.getFileDownloadUrl({ fileId });
  assert.equal(downloadUrl, "data:application/octet-stream;base64,AP8=");
  const [chosen] = await openai!.selectFiles();
  assert.deepEqual(chosen, { fileId: "file-2", fileName: "b.txt", mimeType: "text/plain" });
  assert.equal((await openai!.getFileDownloadUrl("file-2")).downloadUrl, "data:text/plain;base64,YWJj");
  await assert.rejects(openai!.getFileDownloadUrl({ fileId: "file-3" }), { name: "Error", message: "No such file: file-3" });
  host.fail("uploadFile", -32000, "too large");
  await assert.rejects(openai!.uploadFile(file), { name: "Error", message: "too large" });
});

test("ChatGPT: methods given, removed, and in their older shapes", async () => {
  const options: ChatGPTOptions = {
    bridge: false,
    openai: { selectFiles: undefined, callTool: async () => ({ structuredContent: 1 }), vendor: 2 },
    requests: { requestCheckout: ({ id }) => ({ order: id }), setOpenInAppUrl: () => ({ done: true }) },
    tools: { forecast: () => ({ data: 0 }) },
  };
  const tools: unknown[] = [];
  await inside(() => chatGPTHost(options));
  addEventListener("openai:tool_response", (event) => void tools.push((event as CustomEvent).detail));
  const { openai } = globalThis;
  assert.deepEqual(["selectFiles" in openai!, openai!.vendor], [false, 2]);
  assert.equal((await page.oriel.callTool("forecast")).data, 1);
  await openai!.sendFollowUpMessage("hello");
  await openai!.openExternal("https://example.com/");
  await openai!.requestClose();
  openai!.notifyIntrinsicHeight(7);
  assert.deepEqual(await openai!.requestModal({ template: "ui://b" }), {});
  assert.deepEqual(await openai!.requestCheckout({ id: 5 }), { order: 5 });
  assert.deepEqual(await openai!.setOpenInAppUrl("https://example.com/app"), { done: true });
  assert.deepEqual(host.sent, [
    { kind: "message", text: "hello", content: [{ type: "text", text: "hello" }] },
    { kind: "link", url: "https://example.com/" },
    { kind: "close" },
    { kind: "size", height: 7 },
    { kind: "other", name: "requestModal", params: { template: "ui://b" } },
    { kind: "other", name: "requestCheckout", params: { id: 5 } },
    { kind: "other", name: "setOpenInAppUrl", params: { href: "https://example.com/app" } },
  ]);
  assert.deepEqual(tools, []);
});

test("ChatGPT: a tool's answer is announced, and window.openai is as deaf as the bridge once closed", async () => {
  const tools: unknown[] = [];
  await inside(() => chatGPTHost({ tools: { forecast: () => ({ data: 0 }) } }));
  addEventListener("openai:tool_response", (event) => void tools.push((event as CustomEvent).detail));
  const { openai } = globalThis;
  assert.deepEqual(await openai!.callTool("forecast", { a: 1 }), { content: [], structuredContent: 0 });
  assert.deepEqual(tools, [{ tool: { name: "forecast", args: { a: 1 } } }]);
  assert.equal("requestCheckout" in openai!, false);
  host.close();
  await assert.rejects(openai!.callTool("forecast"), /The host is closed/);
});

test("ChatGPT: a preset takes methods away, and what the bridge advertises", async () => {
  const capabilities = { ...CHATGPT_CAPABILITIES, fileUpload: false, modal: false, openLink: false };
  await inside(() => chatGPTHost({ capabilities }));
  const { openai } = globalThis;
  assert.deepEqual(
    ["uploadFile", "requestModal", "openExternal", "selectFiles"].map((name) => name in openai!),
    [false, false, false, true],
  );
  await assert.rejects(page.oriel.openLink("https://example.com/"), { code: -32601 });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { input, result } from "./compat-hosts.ts";
import { notification, open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";

const hello = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "host", version: "1" },
  hostCapabilities: {},
  hostContext: { theme: "light" },
};

/** Collects the JSON-RPC messages that listeners of the page get. */
const listen = (): Message[] => {
  const heard: Message[] = [];
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.jsonrpc) heard.push(data);
  });
  return heard;
};

/** A page with the shim, whose own hand-written runtime is the test. */
const shimmed = async (): Promise<{ page: Page; heard: Message[] }> => {
  const page = await open({ compat: ["openai"] });
  await page.answer(hello);
  return { page, heard: listen() };
};

test("the shim's ids are none that a page makes", async () => {
  const { page } = await shimmed();
  (globalThis as any).openai.callTool("x");
  await settle();
  const ids = page.sent.filter(({ id }) => id != null).map(({ id }) => id);
  assert.equal(ids.length, 2);
  for (const id of ids) assert.match(id, /^oriel-0\.\d+-\d$/);
});

test("what is answered to the shim is the shim's alone", async () => {
  const { page, heard } = await shimmed();
  const called = (globalThis as any).openai.callTool("x");
  await settle();
  page.post({ jsonrpc: "2.0", id: page.with("tools/call")[0]!["id"], result: { content: [] } });
  assert.deepEqual((await called).content, []);
  assert.deepEqual(heard, []);
});

test("what is answered to the page is not taken for the shim's", async () => {
  const { page, heard } = await shimmed();
  let settled = false;
  (globalThis as any).openai.callTool("x").finally(() => (settled = true));
  await settle();
  const answer = { jsonrpc: "2.0", id: 2, result: { content: [] } };
  page.post(answer);
  await settle();
  assert.deepEqual([heard, settled], [[answer], false]);
});

test("a page that introduces itself, too, is told what came before, once", async () => {
  const { page, heard } = await shimmed();
  const deliveries = [
    notification("ui/notifications/tool-input-partial", { arguments: {} }),
    notification("ui/notifications/tool-input", { arguments: input }),
    notification("ui/notifications/tool-result", { content: [] }),
    notification("ui/notifications/tool-result", result),
  ];
  for (const delivery of deliveries) page.post(delivery);
  heard.length = 0;
  page.post({ jsonrpc: "2.0", id: 1, result: hello });
  await settle();
  assert.deepEqual(heard, [{ jsonrpc: "2.0", id: 1, result: hello }], "its own answer comes first");
  await pass(1);
  assert.deepEqual(heard.slice(1), [deliveries[1], deliveries[3]]);
});

test("the host's requests are answered by the page that introduces itself, else by the shim", async () => {
  const { page } = await shimmed();
  const answers = () => page.sent.filter(({ method }) => !method);
  page.post({ jsonrpc: "2.0", id: "a", method: "ping" });
  await settle();
  assert.deepEqual(answers(), [{ jsonrpc: "2.0", id: "a", result: {}, target: "*" }]);
  page.post({ jsonrpc: "2.0", id: 1, result: hello });
  for (const method of ["ping", "tools/list", "tools/call", "ui/resource-teardown"]) page.post({ jsonrpc: "2.0", id: method, method });
  await settle();
  assert.equal(answers().length, 1, "the shim answered in the place of the page");
});

test("our own runtime beside a shim gets everything, on MCP Apps and on MCP-UI", async (t) => {
  await t.test("MCP Apps", async () => {
    const page = await open({ compat: ["openai"], own: true });
    const [first, second] = page.with("ui/initialize") as [Message, Message];
    page.post({ jsonrpc: "2.0", id: first["id"], result: hello });
    page.post(notification("ui/notifications/tool-input", { arguments: input }));
    page.post({ jsonrpc: "2.0", id: second["id"], result: hello });
    page.post(notification("ui/notifications/tool-result", result));
    await settle();
    await pass(1);
    assert.deepEqual(page.oriel.toolInput(), input);
    assert.deepEqual(page.oriel.toolResult()?.data, result.structuredContent);
    assert.deepEqual((globalThis as any).openai.toolOutput, result.structuredContent);
  });
  await t.test("MCP-UI", async () => {
    const page = await open({ compat: ["openai"], own: true, mcpui: true });
    await settle();
    page.post({
      type: "ui-lifecycle-iframe-render-data",
      payload: { renderData: { toolInput: input, toolOutput: result.structuredContent, theme: "dark" } },
    });
    await settle();
    assert.deepEqual(page.oriel.toolInput(), input);
    assert.deepEqual(page.oriel.context().theme, "dark");
    assert.deepEqual((globalThis as any).openai.toolInput, input);
    assert.equal((globalThis as any).openai.theme, "dark");
  });
});

test("several shims are over one runtime", async () => {
  const page = await open({ compat: ["all"], globals: { orielCompat: ["openai", "mcpApp", "mcpUI", "actions"] } });
  assert.equal(page.with("ui/initialize").length, 1);
  await page.answer(hello);
  page.post(notification("ui/notifications/tool-result", result));
  await settle();
  const { openai, mcpApp, mcpUI } = globalThis as any;
  assert.deepEqual([openai.toolOutput, mcpApp.toolResult.structuredContent, mcpUI.getData()], Array(3).fill(result.structuredContent));
  const types: string[] = [];
  addEventListener("message", ({ data }) => void (data.type && types.push(data.type)));
  parent.postMessage({ type: "ui-lifecycle-iframe-ready" }, "*");
  await settle();
  assert.deepEqual(types, ["ui-lifecycle-iframe-render-data"]);
});

test("of several, only those that are asked for", async () => {
  await open({ compat: ["all"], globals: { orielCompat: ["mcpApp", "actions"] } });
  const { openai, mcpApp, mcpUI } = globalThis as any;
  assert.deepEqual([openai, !!mcpApp, mcpUI], [undefined, true, undefined]);
});

test("what a hostile host sends throws nothing and is kept nowhere", async () => {
  const { page } = await shimmed();
  const hostile: unknown[] = [null, undefined, 1, "x", [], { id: {} }, { id: { toString: 1 }, method: { toString: 1 } }, { jsonrpc: "2.0", id: "oriel-" },
    { jsonrpc: "2.0", id: "x", result: { hostContext: null } }, { jsonrpc: "2.0", method: "__proto__" }, { jsonrpc: "2.0", id: "x", result: null }];
  for (const message of hostile) page.post(message);
  page.post(notification("ui/notifications/tool-input", { arguments: input }), { stranger: true });
  await settle();
  assert.deepEqual(page.errors, []);
  assert.equal((globalThis as any).openai.toolInput, null);
});

test("without a parent, nothing is posted and the page works", async () => {
  const page = await open({ compat: ["openai"], alone: true });
  await settle();
  assert.deepEqual(page.sent, []);
  (globalThis as any).openai.setWidgetState({ a: 1 });
  assert.deepEqual((globalThis as any).openai.widgetState, { a: 1 });
  await assert.rejects((globalThis as any).openai.callTool("x"), { code: -32601 });
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { ChatGptHost } from "../../src/host/chatgpt.ts";
import { fake, member, profileOf, settled } from "./fake.ts";

const result = { content: [{ type: "text", text: "hello" }], structuredContent: { n: 1 }, _meta: { secret: 1 } };

test("globals gather until the document has loaded; then it is ready", () => {
  const view = fake(profileOf("chatgpt"));
  const host = new ChatGptHost(view.setup);
  host.input({ a: 1 });
  host.result(result);
  assert.equal(view.sent.length, 0);
  assert.deepEqual(view.calls, []);
  host.loaded();
  assert.deepEqual(view.methods(), ["openai/setGlobals"]);
  const globals = member(view.sent[0], "params", "globals");
  assert.deepEqual(member(globals, "toolInput"), { a: 1 });
  assert.deepEqual(member(globals, "toolOutput"), { n: 1 });
  assert.deepEqual(member(globals, "toolResponseMetadata", "mcp_tool_result", "_meta"), { secret: 1 });
  assert.deepEqual(view.calls, ["ready"]);
});

test("a result that comes after the document makes it ready then", () => {
  const view = fake(profileOf("chatgpt"));
  const host = new ChatGptHost(view.setup);
  host.loaded();
  assert.equal(host.waiting(), "the tool has not answered");
  host.result(result);
  assert.deepEqual(view.calls, ["ready"]);
});

test("MCP Apps is spoken beside window.openai", async () => {
  const view = fake(profileOf("chatgpt"));
  const host = new ChatGptHost(view.setup);
  host.input({});
  host.result(result);
  host.receive({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: { appInfo: {}, appCapabilities: {} } });
  await settled();
  host.receive({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  assert.ok(view.methods().includes("ui/notifications/tool-result"));
  assert.deepEqual(view.calls, [], "only the loaded document makes it ready");
});

test("a change of theme reaches both", async () => {
  const view = fake(profileOf("chatgpt"));
  const host = new ChatGptHost(view.setup);
  host.loaded();
  host.receive({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: { appInfo: {}, appCapabilities: {} } });
  await settled();
  host.receive({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  view.sent.length = 0;
  view.change(host, { theme: "light" });
  assert.deepEqual(view.methods(), ["openai/setGlobals", "ui/notifications/host-context-changed"]);
  assert.deepEqual(member(view.sent[0], "params", "globals"), { theme: "light" });
});

test("window.openai's methods reach the page", async () => {
  const cases: [name: string, params: object, call: string, answer: unknown][] = [
    [
      "callTool",
      { name: "next", args: { n: 1 } },
      'callTool "next" {"n":1}',
      { content: [{ type: "text", text: "done" }] },
    ],
    ["sendFollowUpMessage", { prompt: "more" }, 'message [{"type":"text","text":"more"}]', {}],
    ["openExternal", { href: "https://example.com/" }, "openLink https://example.com/", {}],
    ["requestDisplayMode", { mode: "fullscreen" }, 'displayMode "fullscreen"', { mode: "fullscreen" }],
    ["setWidgetState", { state: { day: 2 } }, 'state {"day":2}', {}],
    ["notifyIntrinsicHeight", { height: 500 }, 'resize {"height":500}', {}],
    ["requestClose", {}, "close", {}],
  ];
  for (const [name, params, call, answer] of cases) {
    const view = fake(profileOf("chatgpt"));
    new ChatGptHost(view.setup).receive({ jsonrpc: "2.0", id: "openai-1", method: `openai/${name}`, params });
    await settled();
    assert.deepEqual(view.calls, [call], name);
    assert.deepEqual(view.answerTo("openai-1")?.["result"], answer, name);
  }
});

test("bad calls of window.openai are refused", async () => {
  const cases: [name: string, params: object, code: number][] = [
    ["callTool", {}, -32602],
    ["sendFollowUpMessage", { prompt: "" }, -32602],
    ["openExternal", { href: "javascript:alert(1)" }, -32602],
    ["notifyIntrinsicHeight", { height: "big" }, -32602],
    ["requestCheckout", {}, -32601],
  ];
  for (const [name, params, code] of cases) {
    const view = fake(profileOf("chatgpt"));
    new ChatGptHost(view.setup).receive({ jsonrpc: "2.0", id: "openai-1", method: `openai/${name}`, params });
    await settled();
    assert.equal(member(view.answerTo("openai-1"), "error", "code"), code, name);
    assert.deepEqual(view.calls, [], name);
  }
});

test("what only MCP Apps has goes over it", async () => {
  const view = fake(profileOf("chatgpt"));
  const host = new ChatGptHost(view.setup);
  host.loaded();
  const params = { appInfo: {}, appCapabilities: { tools: {} } };
  host.receive({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params });
  await settled();
  view.sent.length = 0;
  host.receive({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  await host.listening();
  host.partialInput({ a: "b" });
  host.listChanged("tools");
  const called = host.callViewTool("halve", {});
  assert.deepEqual(view.methods(), [
    "tools/list",
    "ui/notifications/tool-input-partial",
    "notifications/tools/list_changed",
    "tools/call",
  ]);
  host.receive({ jsonrpc: "2.0", id: view.sent.at(-1)?.["id"], result: { content: [] } });
  assert.deepEqual(await called, { content: [] });
});

test("a view that speaks window.openai alone is not waited for for ever", async () => {
  const host = new ChatGptHost(fake(profileOf("chatgpt")).setup);
  host.loaded();
  await host.listening();
});

test("calls of window.openai are bounded, and end with the view", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const view = fake(profileOf("chatgpt"), {
    callTool: (_name, _args, options) => {
      signals.push(options?.signal);
      return new Promise(() => undefined);
    },
  });
  const host = new ChatGptHost(view.setup);
  for (let i = 0; i < 40; i++) {
    host.receive({ jsonrpc: "2.0", id: `openai-${i}`, method: "openai/callTool", params: { name: "slow" } });
  }
  await settled();
  assert.equal(signals.length, 32);
  assert.equal(view.sent.filter((message) => member(message, "error", "code") === -32000).length, 8);
  await host.teardown("over");
  assert.ok(signals.every((signal) => signal?.aborted));
});

test("a link that it asks to open is asked for no longer than it is there", async () => {
  let signal: AbortSignal | undefined;
  const openLink = (_url: URL, given: AbortSignal) => ((signal = given), new Promise<boolean>(() => undefined));
  const host = new ChatGptHost(fake(profileOf("chatgpt"), { openLink }).setup);
  const params = { href: "https://example.com/" };
  host.receive({ jsonrpc: "2.0", id: "openai-1", method: "openai/openExternal", params });
  await settled();
  assert.equal(signal?.aborted, false);
  await host.teardown("over");
  assert.equal(signal?.aborted, true);
});

test("it is one view: what it asks over MCP Apps and over window.openai is bounded together", async () => {
  const view = fake(profileOf("chatgpt"), { callTool: () => new Promise(() => undefined) });
  const host = new ChatGptHost(view.setup);
  for (let i = 0; i < 20; i++) {
    host.receive({ jsonrpc: "2.0", id: `openai-${i}`, method: "openai/callTool", params: { name: "slow" } });
    host.receive({ jsonrpc: "2.0", id: `apps-${i}`, method: "tools/call", params: { name: "slow" } });
  }
  await settled();
  const refused = view.sent.filter((message) => member(message, "error", "code") === -32000);
  assert.deepEqual(
    refused.map((message) => String(message["id"])).sort(),
    ["apps", "openai"].flatMap((name) => [16, 17, 18, 19].map((i) => `${name}-${i}`)),
  );
});

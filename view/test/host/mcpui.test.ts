import assert from "node:assert/strict";
import { test } from "node:test";

import { McpUiHost } from "../../src/host/mcpui.ts";
import { fake, member, profileOf, settled } from "./fake.ts";

const result = { content: [{ type: "text", text: "hello" }], structuredContent: { n: 1 } };

test("render data is sent when it is asked for, and that is ready", () => {
  const view = fake(profileOf("mcp-ui"));
  const host = new McpUiHost(view.setup, { own: true });
  host.input({ a: 1 });
  host.result(result);
  assert.equal(view.sent.length, 0);
  host.receive({ type: "ui-lifecycle-iframe-ready" });
  assert.deepEqual(view.methods(), ["ui-lifecycle-iframe-render-data"]);
  const data = member(view.sent[0], "payload", "renderData");
  assert.deepEqual(member(data, "toolInput"), { a: 1 });
  assert.deepEqual(member(data, "toolOutput"), { n: 1 });
  assert.equal(member(data, "theme"), "dark");
  assert.equal(member(data, "own"), true);
  assert.deepEqual(view.calls, ["ready"]);
});

test("a view that asks for nothing is ready when its document has loaded", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const view = fake(profileOf("mcp-ui"));
  const host = new McpUiHost(view.setup, undefined);
  host.result(result);
  host.loaded();
  assert.deepEqual(view.calls, []);
  t.mock.timers.tick(200);
  assert.deepEqual(view.calls, ["ready"]);
  assert.equal(view.sent.length, 0);
});

test("the message id is taken from either place and given in both", async () => {
  for (const message of [
    { type: "tool", messageId: "m1", payload: { toolName: "next", params: { n: 1 } } },
    { type: "tool", payload: { toolName: "next", params: { n: 1 }, messageId: "m1" } },
  ]) {
    const view = fake(profileOf("mcp-ui"));
    new McpUiHost(view.setup, undefined).receive(message);
    await settled();
    assert.deepEqual(view.methods(), ["ui-message-received", "ui-message-response"]);
    for (const answer of view.sent) {
      assert.equal(answer["messageId"], "m1");
      assert.equal(member(answer, "payload", "messageId"), "m1");
    }
    assert.deepEqual(member(view.sent[1], "payload", "response"), { content: [{ type: "text", text: "done" }] });
    assert.deepEqual(view.calls, ['callTool "next" {"n":1}']);
  }
});

test("all actions reach the page; without an id nothing is answered", async () => {
  const cases: [type: string, payload: object, call: string][] = [
    ["prompt", { prompt: "more" }, 'message [{"type":"text","text":"more"}]'],
    ["link", { url: "https://example.com/" }, "openLink https://example.com/"],
    ["intent", { intent: "book", params: { n: 2 } }, 'intent "book" {"n":2}'],
    ["notify", { message: "hello" }, 'log "info" "" "hello"'],
    ["ui-size-change", { height: 120 }, 'resize {"height":120}'],
  ];
  for (const [type, payload, call] of cases) {
    const view = fake(profileOf("mcp-ui"));
    new McpUiHost(view.setup, undefined).receive({ type, payload });
    await settled();
    assert.deepEqual(view.calls, [call], type);
    assert.equal(view.sent.length, 0, type);
  }
});

test("a page that the person does not open is an error for the view", async () => {
  const view = fake(profileOf("mcp-ui"), { openLink: () => Promise.resolve(false) });
  const host = new McpUiHost(view.setup, undefined);
  host.receive({ type: "link", messageId: "m1", payload: { url: "https://example.com/" } });
  host.receive({ type: "link", payload: { url: "https://example.com/" } });
  await settled();
  const responses = view.sent.filter((message) => message["type"] === "ui-message-response");
  assert.deepEqual(
    responses.map((message) => typeof member(message, "payload", "error", "message")),
    ["string"],
  );
  assert.deepEqual(view.notices.filter(({ kind }) => kind === "fault"), []);
});

test("errors are answered where there is an id and shown where there is none", async () => {
  const view = fake(profileOf("mcp-ui"));
  const host = new McpUiHost(view.setup, undefined);
  host.receive({ type: "link", messageId: "m1", payload: { url: "javascript:alert(1)" } });
  host.receive({ type: "tool", payload: {} });
  host.receive({ type: "surprise", messageId: "m2", payload: {} });
  for (const message of [null, 7, {}, { jsonrpc: "2.0", id: 1, method: "ui/initialize" }]) {
    host.receive(message);
  }
  await settled();
  assert.deepEqual(view.calls, []);
  const responses = view.sent.filter((message) => message["type"] === "ui-message-response");
  assert.deepEqual(
    responses.map((message) => [message["messageId"], typeof member(message, "payload", "error", "message")]).sort(),
    [
      ["m1", "string"],
      ["m2", "string"],
    ],
  );
  assert.deepEqual(view.notices.map(({ kind }) => kind).filter((kind) => kind === "fault" || kind === "ignored"), ["fault", "fault", "fault", "ignored", "fault"]);
});

test("a change of theme sends the render data again, once it was asked for", () => {
  const view = fake(profileOf("mcp-ui"));
  const host = new McpUiHost(view.setup, undefined);
  host.result(result);
  view.change(host, { theme: "light" });
  assert.equal(view.sent.length, 0);
  host.receive({ type: "ui-request-render-data", messageId: "r1" });
  view.change(host, { theme: "dark" });
  assert.deepEqual(
    view.sent.map((message) => member(message, "payload", "renderData", "theme")),
    ["light", "dark"],
  );
  assert.equal(view.sent[0]?.["messageId"], "r1");
});

test("nothing of what only MCP Apps has reaches a legacy view", async () => {
  const view = fake(profileOf("mcp-ui"));
  const host = new McpUiHost(view.setup, undefined);
  host.result(result);
  host.receive({ type: "ui-lifecycle-iframe-ready" });
  view.sent.length = 0;
  await host.listening();
  host.partialInput();
  host.listChanged();
  await assert.rejects(host.callViewTool(), /no tools/);
  assert.deepEqual(view.sent, []);
});

test("its calls and its questions end with the view", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const view = fake(profileOf("mcp-ui"), {
    callTool: (_name, _args, options) => (signals.push(options?.signal), new Promise(() => undefined)),
    openLink: (_url, signal) => (signals.push(signal), new Promise(() => undefined)),
  });
  const host = new McpUiHost(view.setup, undefined);
  host.receive({ type: "tool", payload: { toolName: "slow" } });
  host.receive({ type: "link", payload: { url: "https://example.com/" } });
  await settled();
  const aborted = () => signals.map((signal) => signal?.aborted);
  assert.deepEqual(aborted(), [false, false]);
  await host.teardown(undefined);
  assert.deepEqual(aborted(), [true, true]);
});

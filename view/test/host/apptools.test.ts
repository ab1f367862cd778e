import assert from "node:assert/strict";
import { test } from "node:test";

import { McpAppsHost } from "../../src/host/mcpapps.ts";
import type { Json } from "../../src/host/types.ts";
import { confirmation, connected, fake, introduction, member, profileOf, settled } from "./fake.ts";
import type { Fake } from "./fake.ts";

const offers = { tools: { listChanged: true } };
const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };

/** Answers the newest request of the host. */
function reply(view: Fake, host: McpAppsHost, answer: Json): void {
  const asked = view.sent.findLast((message) => "id" in message && "method" in message);
  host.receive({ jsonrpc: "2.0", id: asked?.["id"], ...answer });
}

function asked(view: Fake): [unknown, unknown][] {
  return view.sent.filter((message) => "id" in message).map((message) => [message["method"], message["params"]]);
}

async function offering(view: Fake): Promise<McpAppsHost> {
  const host = await connected(view, undefined, offers);
  reply(view, host, { result: { tools: [{ name: "halve", inputSchema: { type: "object" } }] } });
  await settled();
  return host;
}

test("a view that declares tools is asked for them once it is initialized, any other is not", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.receive({ ...introduction, params: { ...introduction.params, appCapabilities: offers } });
  await settled();
  assert.deepEqual(asked(view).slice(1), []);
  view.sent.length = 0;
  host.input({});
  host.receive(confirmation);
  assert.deepEqual(view.methods(), ["ui/notifications/tool-input", "tools/list"]);
  reply(view, host, { result: { tools: [{ name: "halve" }, { name: "double", title: 7, description: "2 ×" }] } });
  await settled();
  assert.deepEqual(view.calls, ['viewTools ["halve","double"]']);
  const plain = fake(profileOf("mcp-apps"));
  await connected(plain);
  assert.deepEqual(plain.sent, []);
});

test("what is no tool is left out, the rest is as it has to be", async () => {
  let got: unknown;
  const view = fake(profileOf("mcp-apps"), { viewTools: (tools) => (got = tools) });
  const host = await connected(view, undefined, offers);
  const tools = [
    null,
    7,
    {},
    { name: "" },
    { name: 7 },
    { name: "x".repeat(1000) },
    { name: "a", title: [], description: {}, inputSchema: "any", annotations: 1, _meta: 2 },
    { name: "a", description: "again" },
    { name: "__proto__", inputSchema: { type: "object", properties: {} }, annotations: { readOnlyHint: true } },
  ];
  reply(view, host, { result: { tools } });
  await settled();
  assert.deepEqual(got, [
    { name: "a", inputSchema: { type: "object" } },
    { name: "__proto__", inputSchema: { type: "object", properties: {} }, annotations: { readOnlyHint: true } },
  ]);
});

test("pages are followed up to fifty tools", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view, undefined, offers);
  for (let page = 0; page < 3; page++) {
    const tools = Array.from({ length: 20 }, (_, i) => ({ name: `${page}-${i}` }));
    reply(view, host, { result: { tools, nextCursor: `p${page}` } });
    await settled();
  }
  assert.deepEqual(asked(view), [
    ["tools/list", {}],
    ["tools/list", { cursor: "p0" }],
    ["tools/list", { cursor: "p1" }],
  ]);
  assert.equal((view.calls[0]?.match(/"/g) ?? []).length, 100);
  assert.match(String(member(view.notices[0], "what")), /more than 50 tools/);
});

test("pages without end have one", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view, undefined, offers);
  for (let page = 0; page < 60; page++) {
    reply(view, host, { result: { tools: [], nextCursor: `p${page}` } });
    await settled();
  }
  assert.equal(asked(view).length, 50);
  assert.deepEqual(view.calls, ["viewTools []"]);
});

test("a list that is none is pointed out", async () => {
  for (const answer of [
    { result: {} },
    { result: null },
    { result: { tools: "all" } },
    { result: { tools: [{ name: "a", description: "x".repeat(11 * 1024 * 1024) }] } },
    { error: { code: -32601, message: "Method not found" } },
    { error: "no" },
  ]) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view, undefined, offers);
    reply(view, host, answer);
    await settled();
    assert.deepEqual(view.calls, []);
    assert.equal(view.notices[0]?.kind, "fault");
  }
});

test("a view that changes its tools all the time is asked now and then", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.receive({ ...introduction, params: { ...introduction.params, appCapabilities: offers } });
  await turn();
  host.receive(confirmation);
  for (let i = 0; i < 100; i++) {
    host.receive(changed);
  }
  reply(view, host, { result: { tools: [] } });
  await turn();
  for (let i = 0; i < 100; i++) {
    host.receive(changed);
  }
  assert.equal(asked(view).filter(([method]) => method === "tools/list").length, 1);
  t.mock.timers.tick(250);
  assert.equal(asked(view).filter(([method]) => method === "tools/list").length, 2);
  reply(view, host, { result: { tools: [{ name: "late" }] } });
  await turn();
  t.mock.timers.tick(10_000);
  assert.equal(asked(view).filter(([method]) => method === "tools/list").length, 2);
  assert.deepEqual(view.calls, ["viewTools []", 'viewTools ["late"]']);
});

test("a tool of the view is called, and its answer is a result", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await offering(view);
  const answer = host.callViewTool("halve", { n: 4 });
  assert.deepEqual(asked(view).at(-1), ["tools/call", { name: "halve", arguments: { n: 4 } }]);
  reply(view, host, { result: { structuredContent: { n: 2 } } });
  assert.deepEqual(await answer, { structuredContent: { n: 2 }, content: [] });
});

test("answers that are none reject", async () => {
  for (const [answer, reason] of [
    [{ result: null }, /not a tool result/],
    [{ result: [] }, /not a tool result/],
    [{ result: { content: [{ type: "text", text: "x".repeat(11 * 1024 * 1024) }] } }, /larger than 10 MiB/],
    [{ error: { code: -32602, message: "no such tool" } }, /no such tool/],
    [{ error: { message: {} } }, /without a message/],
    [{ error: { code: 1, message: "y".repeat(100_000) } }, /^Error: y{2000}$/],
  ] as const) {
    const view = fake(profileOf("mcp-apps"));
    const host = await offering(view);
    const called = host.callViewTool("halve", {});
    reply(view, host, answer);
    await assert.rejects(called, reason);
  }
});

test("answers that nobody waits for are nobody's", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await offering(view);
  const called = host.callViewTool("halve", {});
  for (const id of ["host-99", "host-1", 2, "__proto__"]) {
    host.receive({ jsonrpc: "2.0", id, result: { content: [] } });
  }
  reply(view, host, { result: { content: [{ type: "text", text: "first" }] } });
  reply(view, host, { result: { content: [{ type: "text", text: "second" }] } });
  assert.deepEqual((await called).content, [{ type: "text", text: "first" }]);
});

test("a view that does not answer in time is told so, and asked whether it lives", async (t) => {
  for (const alive of [true, false]) {
    const view = fake(profileOf("mcp-apps"));
    const host = await offering(view);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const called = host.callViewTool("halve", {});
    const call = view.sent.at(-1);
    t.mock.timers.tick(29_999);
    assert.equal(view.sent.at(-1), call);
    t.mock.timers.tick(1);
    assert.deepEqual(view.sent.at(-1)?.["method"], "notifications/cancelled");
    assert.deepEqual(member(view.sent.at(-1), "params", "requestId"), call?.["id"]);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(view.sent.at(-1)?.["method"], "ping");
    if (alive) {
      reply(view, host, { error: { code: -32601, message: "ping?" } });
    } else {
      t.mock.timers.tick(1000);
    }
    await assert.rejects(called, alive ? /within 30 seconds\.$/ : /does not answer a ping either/);
    t.mock.timers.reset();
  }
});

test("a view that is gone has no tools", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await offering(view);
  const open = host.callViewTool("halve", {});
  const ended = host.teardown("over");
  reply(view, host, { result: {} });
  await Promise.all([ended, assert.rejects(open, /gone/)]);
  await assert.rejects(host.callViewTool("halve", {}), /The view is gone/);
  assert.deepEqual(view.calls, ['viewTools ["halve"]', "viewTools null"]);
});

test("a view that begins anew offers its tools anew", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await offering(view);
  const open = assert.rejects(host.callViewTool("halve", {}), /reloaded/);
  await connected(view, host);
  await open;
  assert.deepEqual(view.calls, ['viewTools ["halve"]', "viewTools null"]);
  assert.deepEqual(view.sent, [], "it does not say that it has tools any more");
  await assert.rejects(host.callViewTool("halve", {}));
});

test("a view that never declared tools is not called", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  host.receive(changed);
  await assert.rejects(host.callViewTool("halve", {}), /offers no tools/);
  assert.deepEqual(view.sent, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { advertised } from "../../src/host/capabilities.ts";
import { McpAppsHost } from "../../src/host/mcpapps.ts";
import { TEARDOWN_MS } from "../../src/host/protocol.ts";
import { confirmation, connected, fake, introduction as hello, member, profileOf, settled } from "./fake.ts";

const introduction = { ...hello, id: 1 };

const result = { content: [{ type: "text", text: "hello" }], structuredContent: { n: 1 } };

test("nothing is sent before initialized, then input, then result", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.input({ place: "Lisbon" });
  host.result(result);
  view.change(host, { theme: "light" });
  assert.equal(view.sent.length, 0);
  assert.equal(host.waiting(), "ui/initialize never arrived");
  host.receive(introduction);
  await settled();
  assert.deepEqual(view.methods(), ["answer 1"]);
  assert.equal(host.waiting(), "ui/notifications/initialized never arrived");
  host.receive(confirmation);
  assert.deepEqual(view.methods().slice(1), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
  assert.deepEqual(view.sent[1]?.["params"], { arguments: { place: "Lisbon" } });
  assert.deepEqual(view.sent[2]?.["params"], result);
  assert.deepEqual(view.calls, ["ready"]);
});

test("a change between introduction and confirmation is not lost", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.receive(introduction);
  await settled();
  view.change(host, { theme: "light" });
  host.receive(confirmation);
  assert.deepEqual(view.sent[1], {
    jsonrpc: "2.0",
    method: "ui/notifications/host-context-changed",
    params: { theme: "light" },
  });
});

test("the answer to ui/initialize describes the host", async () => {
  const view = fake(profileOf("mcp-apps", { openLinks: true, message: false }));
  new McpAppsHost(view.setup).receive(introduction);
  await settled();
  const answer = member(view.answerTo(1), "result");
  assert.equal(member(answer, "protocolVersion"), "2026-01-26");
  assert.deepEqual(member(answer, "hostInfo"), { name: "test-host", version: "2.0.0" });
  assert.equal(member(answer, "hostContext", "theme"), "dark");
  assert.deepEqual(member(answer, "hostContext", "containerDimensions"), { width: 400, maxHeight: 5000 });
  assert.deepEqual(member(answer, "hostContext", "availableDisplayModes"), ["inline", "fullscreen"]);
  assert.equal(member(answer, "hostContext", "locale"), "pt-PT");
  assert.equal(member(answer, "hostContext", "toolInfo", "tool", "name"), "day");
  assert.deepEqual(member(answer, "hostCapabilities"), {
    openLinks: {},
    downloadFile: {},
    serverTools: { listChanged: true },
    serverResources: { listChanged: true },
    logging: {},
    updateModelContext: { text: {}, structuredContent: {} },
    sampling: {},
    sandbox: { permissions: {}, csp: {} },
  });
  assert.equal(member(answer, "host"), undefined);
});

test("the plain initialize of old samples is answered in both names", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.receive({
    jsonrpc: "2.0",
    id: "a",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", clientInfo: { name: "old" }, capabilities: {} },
  });
  await settled();
  const answer = member(view.answerTo("a"), "result");
  assert.equal(member(answer, "protocolVersion"), "2025-06-18");
  assert.deepEqual(member(answer, "host"), member(answer, "hostInfo"));
  host.input({});
  host.result(result);
  host.receive({ jsonrpc: "2.0", method: "notifications/initialized" });
  assert.ok(view.methods().includes("ui/notifications/tool-result"));
});

test("a view that introduces itself again gets everything again", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  host.input({});
  host.result(result);
  host.receive({ ...introduction, id: 2 });
  await settled();
  host.receive(confirmation);
  assert.equal(view.methods().filter((method) => method === "ui/notifications/tool-result").length, 2);
});

test("initialized without an introduction starts nothing", () => {
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.input({});
  host.receive(confirmation);
  assert.equal(view.sent.length, 0);
  assert.equal(view.notices[0]?.kind, "fault");
});

test("requests reach the page", async () => {
  const cases: [method: string, params: object, call: string][] = [
    ["tools/call", { name: "next", arguments: { n: 1 } }, 'callTool "next" {"n":1}'],
    ["tools/call", { name: "next" }, 'callTool "next" {}'],
    ["resources/read", { uri: "ui://x" }, 'readResource "ui://x"'],
    ["ui/message", { role: "user", content: [{ type: "text", text: "hi" }] }, 'message [{"type":"text","text":"hi"}]'],
    ["ui/message", { role: "user", content: { type: "text", text: "hi" } }, 'message [{"type":"text","text":"hi"}]'],
    ["ui/open-link", { url: "https://example.com/a?b=1" }, "openLink https://example.com/a?b=1"],
    ["ui/update-model-context", { structuredContent: { n: 1 } }, 'modelContext {"structuredContent":{"n":1}}'],
    ["ui/message", { content: "hi" }, 'message [{"type":"text","text":"hi"}]'],
    ["tools/list", {}, 'list "tools"'],
    ["resources/list", {}, 'list "resources"'],
    ["resources/templates/list", {}, 'list "templates"'],
    ["prompts/list", {}, 'list "prompts"'],
    ["ui/request-display-mode", { mode: "fullscreen" }, 'displayMode "fullscreen"'],
  ];
  for (const [method, params, call] of cases) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", id: 9, method, params });
    await settled();
    assert.deepEqual(view.calls, [call], method);
    assert.ok("result" in (view.answerTo(9) ?? {}), method);
  }
});

test("requests that make no sense are answered with an error", async () => {
  const cases: [method: string, params: object | undefined, code: number][] = [
    ["tools/call", {}, -32602],
    ["tools/call", { name: "x", arguments: [1] }, -32602],
    ["resources/read", {}, -32602],
    ["ui/message", { content: [] }, -32602],
    ["ui/message", undefined, -32602],
    ["ui/open-link", { url: "javascript:alert(1)" }, -32602],
    ["ui/open-link", { url: "file:///etc/passwd" }, -32602],
    ["ui/open-link", { url: 7 }, -32602],
    ["toString", {}, -32601],
    ["__proto__", {}, -32601],
  ];
  for (const [method, params, code] of cases) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", id: 9, method, params });
    await settled();
    assert.equal(member(view.answerTo(9), "error", "code"), code, method);
    assert.deepEqual(view.calls, [], method);
  }
});

test("a link that the person does not open is an error result", async () => {
  const view = fake(profileOf("mcp-apps"), { openLink: () => Promise.resolve(false) });
  const host = await connected(view);
  host.receive({ jsonrpc: "2.0", id: 9, method: "ui/open-link", params: { url: "https://example.com" } });
  await settled();
  assert.deepEqual(view.answerTo(9)?.["result"], { isError: true });
});

test("what the profile lacks is refused and shown, what is unknown allowed and shown", async () => {
  const view = fake(profileOf("mcp-apps", { message: false }));
  const host = await connected(view);
  const message = { jsonrpc: "2.0", method: "ui/message", params: { content: [{ type: "text", text: "hi" }] } };
  host.receive({ ...message, id: 1 });
  host.receive({ jsonrpc: "2.0", id: 2, method: "ui/update-model-context", params: {} });
  host.receive({ jsonrpc: "2.0", id: 3, method: "ui/update-model-context", params: {} });
  await settled();
  assert.equal(member(view.answerTo(1), "error", "code"), -32601);
  assert.deepEqual(view.answerTo(2)?.["result"], {});
  assert.deepEqual(
    view.notices.map((notice) => notice.kind),
    ["lacking", "unknown"],
  );
  assert.deepEqual(view.calls, ["modelContext {}", "modelContext {}"]);
});

test("a display mode that host or view lacks is not taken", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = new McpAppsHost(view.setup);
  host.receive({
    ...introduction,
    params: { ...introduction.params, appCapabilities: { availableDisplayModes: ["inline", "pip"] } },
  });
  await settled();
  host.receive(confirmation);
  for (const [id, mode] of [
    [5, "pip"],
    [6, "fullscreen"],
    [7, "carousel"],
  ] as const) {
    host.receive({ jsonrpc: "2.0", id, method: "ui/request-display-mode", params: { mode } });
  }
  await settled();
  for (const id of [5, 6, 7]) {
    assert.deepEqual(view.answerTo(id)?.["result"], { mode: "inline" });
  }
  assert.deepEqual(view.calls, []);
  assert.deepEqual(host.modes(), ["inline"]);
});

test("sizes arrive under all names, and only as numbers", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  for (const method of ["ui/notifications/size-changed", "ui/notifications/size-change", "ui/size-change"]) {
    host.receive({ jsonrpc: "2.0", method, params: { width: 300, height: 120 } });
  }
  host.receive({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: "12px", width: -1 } });
  assert.deepEqual(view.calls, [...Array(3).fill('resize {"width":300,"height":120}'), "resize {}"]);
});

test("what is no JSON-RPC is pointed out and not answered", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  const hostile: unknown[] = [
    null,
    "x",
    7,
    [],
    {},
    { jsonrpc: "1.0", id: 1, method: "ping" },
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: {}, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/message", params: [1] },
    { jsonrpc: "2.0", id: 1, params: {} },
  ];
  for (const message of hostile) {
    host.receive(message);
  }
  await settled();
  assert.equal(view.sent.length, 0);
  assert.equal(view.notices.length, hostile.length);
});

test("a request whose params are no object is answered so", async () => {
  for (const params of [[1], "a", 7, true]) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", id: 1, method: "ping", params });
    await settled();
    assert.equal(member(view.answerTo(1), "error", "code"), -32602);
  }
});

test("a failing tool call is answered with its error", async () => {
  const view = fake(profileOf("mcp-apps"), { callTool: () => Promise.reject(new Error("no such tool")) });
  const host = await connected(view);
  host.receive({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "x" } });
  await settled();
  assert.deepEqual(member(view.answerTo(4), "error"), { code: -32603, message: "no such tool" });
});

test("teardown waits for the view, but not for long", async (t) => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  const done = host.teardown("over");
  const request = view.sent[0];
  assert.equal(request?.["method"], "ui/resource-teardown");
  assert.deepEqual(request?.["params"], { reason: "over" });
  host.receive({ jsonrpc: "2.0", id: request?.["id"], result: {} });
  await done;
  const silent = await connected(fake(profileOf("mcp-apps")));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let over = false;
  const ended = silent.teardown("over, unanswered").then(() => (over = true));
  t.mock.timers.tick(400);
  await settled();
  assert.equal(over, false);
  t.mock.timers.tick(TEARDOWN_MS);
  await ended;
});

test("a view that never connected is not asked to end", async () => {
  const view = fake(profileOf("mcp-apps"));
  await new McpAppsHost(view.setup).teardown("over");
  assert.equal(view.sent.length, 0);
});

test("a cancelled call is told instead of a result", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  host.input({});
  host.cancelled("the server went away");
  assert.deepEqual(view.methods(), ["ui/notifications/tool-input", "ui/notifications/tool-cancelled"]);
  assert.deepEqual(view.calls, []);
});

test("an old view is told changes by the old names too, any other is not", async () => {
  for (const [method, params, sent] of [
    [
      "initialize",
      { protocolVersion: "2025-06-18", clientInfo: { name: "old" }, capabilities: {} },
      [
        "host-context-changed",
        "ui/host-context-change",
        "ui/notifications/host-context-change",
        "tool-cancelled",
        "ui/tool-cancelled",
      ],
    ],
    ["ui/initialize", introduction.params, ["host-context-changed", "tool-cancelled"]],
  ] as const) {
    const view = fake(profileOf("mcp-apps"));
    const host = new McpAppsHost(view.setup);
    host.receive({ jsonrpc: "2.0", id: 1, method, params });
    await settled();
    host.receive(confirmation);
    view.change(host, { containerDimensions: { width: 300 } });
    host.cancelled("it broke");
    assert.deepEqual(
      view.methods().slice(1),
      sent.map((name) => (name.startsWith("ui/") ? name : `ui/notifications/${name}`)),
    );
    const old = method === "initialize";
    assert.deepEqual(
      member(view.answerTo(1), "result", "hostContext", "viewport"),
      old ? { width: 400, maxHeight: 5000 } : undefined,
    );
    assert.deepEqual(view.sent[1]?.["params"], { containerDimensions: { width: 300 } });
    assert.deepEqual(member(view.sent[2], "params", "viewport"), old ? { width: 300 } : undefined);
  }
});

test("what the model has written so far is told before the input; of what came before the handshake, the last", async () => {
  const view = fake(profileOf("mcp-apps", { partialInput: true }));
  const host = new McpAppsHost(view.setup);
  host.partialInput({ a: "too early" });
  host.receive(introduction);
  await settled();
  host.partialInput({ a: "still" });
  view.sent.length = 0;
  host.receive(confirmation);
  await host.listening();
  host.partialInput({ a: "b" });
  host.partialInput({ a: "bc" });
  host.input({ a: "bcd" });
  host.partialInput({ a: "too late" });
  assert.deepEqual(
    view.sent.map(({ method, params }) => [method, params]),
    [
      ["ui/notifications/tool-input-partial", { arguments: { a: "still" } }],
      ["ui/notifications/tool-input-partial", { arguments: { a: "b" } }],
      ["ui/notifications/tool-input-partial", { arguments: { a: "bc" } }],
      ["ui/notifications/tool-input", { arguments: { a: "bcd" } }],
    ],
  );
});

test("a host that is known to tell nothing of it does not", async () => {
  const view = fake(profileOf("mcp-apps", { partialInput: false }));
  const host = await connected(view);
  host.partialInput({ a: "b" });
  host.partialInput({ a: "bc" });
  assert.deepEqual(view.sent, []);
  assert.deepEqual(view.notices, [
    { kind: "lacking", what: "ui/notifications/tool-input-partial", feature: "partialInput" },
  ]);
});

test("a call that is stopped before the input was whole is told as cancelled, once", async () => {
  const view = fake(profileOf("mcp-apps"));
  const host = await connected(view);
  host.partialInput({ a: "b" });
  host.cancelled("stopped by the person");
  host.partialInput({ a: "bc" });
  host.result(result);
  host.receive(confirmation);
  assert.deepEqual(view.methods(), ["ui/notifications/tool-input-partial", "ui/notifications/tool-cancelled"]);
  assert.deepEqual(view.sent[1]?.["params"], { reason: "stopped by the person" });
});

test("a list's change is passed on where the host has what it is a list of", async () => {
  const names = ["tools", "resources", "prompts"] as const;
  for (const [features, told] of [
    [{}, ["tools", "resources", "prompts"]],
    [{ serverTools: false }, ["resources", "prompts"]],
    [{ serverResources: false }, ["tools", "prompts"]],
  ] as const) {
    const view = fake(profileOf("mcp-apps", features));
    const host = new McpAppsHost(view.setup);
    names.forEach((name) => host.listChanged(name));
    assert.deepEqual(view.sent, [], "nothing before initialized");
    await connected(view, host);
    names.forEach((name) => host.listChanged(name));
    assert.deepEqual(
      view.methods(),
      told.map((name) => `notifications/${name}/list_changed`),
    );
  }
});

test("what the host is known to lack is not among its capabilities", async () => {
  const none = Object.fromEntries(advertised.map((feature) => [feature, false]));
  const view = fake(profileOf("mcp-apps", none));
  new McpAppsHost({ ...view.setup, sandbox: () => undefined }).receive(introduction);
  await settled();
  assert.deepEqual(member(view.answerTo(1), "result", "hostCapabilities"), {});
});

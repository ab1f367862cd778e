import assert from "node:assert/strict";
import { test } from "node:test";

import { McpAppsHost } from "../../src/host/mcpapps.ts";
import type { Json } from "../../src/host/types.ts";
import { confirmation, connected, fake, introduction, member, profileOf, settled } from "./fake.ts";

// What a view may have been written with, by the version of the text it was
// written from, and what it has to find. "read" is what it looks for in the
// answer to its introduction.
const introductions: {
  what: string;
  method: string;
  params: Json;
  protocol: string;
  old: boolean;
}[] = [
  {
    what: "the stable text",
    method: "ui/initialize",
    params: { protocolVersion: "2026-01-26", appInfo: { name: "v", version: "1" }, appCapabilities: {} },
    protocol: "2026-01-26",
    old: false,
  },
  {
    what: "the sample code of the drafts",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", clientInfo: { name: "v", version: "1" }, capabilities: {} },
    protocol: "2025-06-18",
    old: true,
  },
  {
    what: "the old text",
    method: "ui/initialize",
    params: { protocolVersion: "2025-06-18", clientInfo: { name: "v", version: "1" }, capabilities: {} },
    protocol: "2025-06-18",
    old: true,
  },
  {
    what: "the SDK before 1.0, which reads viewport",
    method: "ui/initialize",
    params: { protocolVersion: "2025-11-21", appInfo: { name: "v", version: "1" }, appCapabilities: {} },
    protocol: "2025-11-21",
    old: true,
  },
  {
    what: "old members with the stable version",
    method: "ui/initialize",
    params: { protocolVersion: "2026-01-26", clientInfo: { name: "v", version: "1" }, capabilities: {} },
    protocol: "2026-01-26",
    old: true,
  },
  {
    what: "a plain initialize with the stable members",
    method: "initialize",
    params: { protocolVersion: "2026-01-26", appInfo: { name: "v", version: "1" }, appCapabilities: {} },
    protocol: "2026-01-26",
    old: true,
  },
  {
    what: "a version that nobody knows",
    method: "ui/initialize",
    params: { protocolVersion: "2027-01-01", appInfo: { name: "v", version: "1" }, appCapabilities: {} },
    protocol: "2026-01-26",
    old: false,
  },
  {
    what: "nothing at all",
    method: "ui/initialize",
    params: {},
    protocol: "2026-01-26",
    old: false,
  },
];

const changed = ["ui/notifications/host-context-changed"];
const changedOld = [...changed, "ui/host-context-change", "ui/notifications/host-context-change"];
const cancelled = ["ui/notifications/tool-cancelled"];
const cancelledOld = [...cancelled, "ui/tool-cancelled"];

test("every introduction is understood, and answered in words that its text has", async () => {
  for (const { what, method, params, protocol, old } of introductions) {
    const view = fake(profileOf("mcp-apps"));
    const host = new McpAppsHost(view.setup);
    host.receive({ jsonrpc: "2.0", id: 0, method, params });
    await settled();
    const answer = member(view.answerTo(0), "result");
    assert.equal(member(answer, "protocolVersion"), protocol, what);
    assert.deepEqual(member(answer, "hostInfo"), { name: "test-host", version: "2.0.0" }, what);
    assert.ok(member(answer, "hostCapabilities"), what);
    assert.deepEqual(member(answer, "hostContext", "containerDimensions"), { width: 400, maxHeight: 5000 }, what);
    // Only who may know the old names gets them.
    assert.deepEqual(member(answer, "host"), old ? member(answer, "hostInfo") : undefined, what);
    assert.deepEqual(member(answer, "capabilities"), old ? member(answer, "hostCapabilities") : undefined, what);
    assert.deepEqual(
      member(answer, "hostContext", "viewport"),
      old ? { width: 400, maxHeight: 5000 } : undefined,
      what,
    );

    host.receive(confirmation);
    view.sent.length = 0;
    view.change(host, { containerDimensions: { width: 300 } });
    assert.deepEqual(view.methods(), old ? changedOld : changed, what);
    for (const { params: context } of view.sent) {
      assert.deepEqual(member(context, "containerDimensions"), { width: 300 }, what);
    }
    assert.deepEqual(member(view.sent.at(-1), "params", "viewport"), old ? { width: 300 } : undefined, what);
    view.sent.length = 0;
    host.cancelled("it broke");
    assert.deepEqual(view.methods(), old ? cancelledOld : cancelled, what);
    for (const message of view.sent) {
      assert.deepEqual(member(message, "params", "reason"), "it broke", what);
    }
  }
});

test("the display modes of a view are read from either place", async () => {
  for (const key of ["appCapabilities", "capabilities"]) {
    const view = fake(profileOf("mcp-apps"));
    const host = new McpAppsHost(view.setup);
    const params = { appInfo: {}, [key]: { availableDisplayModes: ["fullscreen", "carousel", 7] } };
    host.receive({ jsonrpc: "2.0", id: 0, method: "ui/initialize", params });
    assert.deepEqual(host.modes(), ["fullscreen"]);
  }
});

test("every name by which a view may confirm is one", async () => {
  for (const method of ["ui/notifications/initialized", "notifications/initialized", "ui/initialized"]) {
    const view = fake(profileOf("mcp-apps"));
    const host = new McpAppsHost(view.setup);
    host.input({});
    host.receive(introduction);
    host.receive({ jsonrpc: "2.0", method });
    assert.ok(view.methods().includes("ui/notifications/tool-input"), method);
  }
});

test("every name of a view's notification, old or new, is understood", async () => {
  const rows: [method: string, params: Json, call: string][] = [
    ["ui/notifications/size-changed", { width: 3, height: 4 }, 'resize {"width":3,"height":4}'],
    ["ui/size-change", { width: 3, height: 4 }, 'resize {"width":3,"height":4}'],
    ["ui/size-changed", { height: 4 }, 'resize {"height":4}'],
    ["ui/notifications/size-change", { width: 3 }, 'resize {"width":3}'],
    ["notifications/message", { level: "error", logger: "l", data: "d" }, 'log "error" "l" "d"'],
    ["notifications/message", { data: { a: 1 } }, 'log "info" "" {"a":1}'],
    ["ui/notifications/request-teardown", {}, "close"],
    ["ui/request-teardown", {}, "close"],
  ];
  for (const [method, params, call] of rows) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", method, params });
    assert.deepEqual(view.calls, [call], method);
  }
});

test("the content of a message is a list, one block, or a text", async () => {
  const text = { type: "text", text: "hi" };
  const rows: [content: unknown, blocks: unknown][] = [
    [[text], [text]],
    [text, [text]],
    ["hi", [text]],
    [
      ["hi", text],
      [text, text],
    ],
    [
      [{ type: "image", data: "YQ==", mimeType: "image/png" }],
      [{ type: "image", data: "YQ==", mimeType: "image/png" }],
    ],
    [[{ type: "resource_link", uri: "note://a", name: "a" }], [{ type: "resource_link", uri: "note://a", name: "a" }]],
    [
      [{ type: "resource", resource: { uri: "note://a", text: "a" } }],
      [{ type: "resource", resource: { uri: "note://a", text: "a" } }],
    ],
  ];
  for (const [content, blocks] of rows) {
    for (const params of [{ role: "user", content }, { content }]) {
      const view = fake(profileOf("mcp-apps"));
      const host = await connected(view);
      host.receive({ jsonrpc: "2.0", id: 1, method: "ui/message", params });
      await settled();
      assert.deepEqual(view.calls, [`message ${JSON.stringify(blocks)}`]);
      assert.deepEqual(view.answerTo(1)?.["result"], {});
    }
  }
});

test("names that were never changed, and those of the sandbox, which are not the view's", async () => {
  for (const [method, params] of [
    ["ui/open-link", { url: "https://example.com" }],
    ["ui/message", { role: "user", content: [{ type: "text", text: "hi" }] }],
    ["ping", undefined],
  ] as const) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", id: 1, method, params });
    await settled();
    assert.ok("result" in (view.answerTo(1) ?? {}), method);
  }
  for (const method of [
    "ui/notifications/sandbox-ready",
    "ui/notifications/sandbox-proxy-ready",
    "ui/sandbox-resource-ready",
    "ui/notifications/sandbox-resource-ready",
  ]) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", method, params: {} });
    await settled();
    assert.deepEqual([view.calls, view.sent], [[], []], method);
  }
});

test("what other hosts send to views is nothing that a view sends", async () => {
  for (const message of [
    { type: "mcp-tool-result", result: {} },
    { type: "mcp-data", data: {} },
  ]) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive(message);
    await settled();
    assert.deepEqual([view.calls, view.sent], [[], []]);
    assert.equal(view.notices[0]?.kind, "fault");
  }
});

// What a view of each version and dialect may send is no fault.
test("every version and dialect is quiet", async () => {
  const quiet: Json[] = [
    ...introductions.filter(({ params }) => "protocolVersion" in params).map(({ method, params }) => ({ id: 1, method, params })),
    { id: 1, method: "initialize", params: {} },
    { method: "ui/size-change", params: { width: 100, height: 200 } },
    { method: "ui/notifications/size-change", params: { height: 200 } },
    { method: "ui/notifications/size-changed", params: {} },
    { method: "ui/request-teardown" },
    { method: "ui/notifications/sandbox-proxy-ready" },
    { method: "ui/notifications/tool-result", params: {} },
    { id: 1, method: "ui/resource-teardown", params: {} },
    { id: 1, method: "oriel/none", params: {} },
    { id: 1, method: "openai/none", params: {} },
    { id: 1, method: "vendor/probe", params: {} },
    { method: "vendor/hello" },
    { id: 1, method: "ui/message", params: { role: "user", content: { type: "text", text: "one object" } } },
    { id: 1, method: "ui/download-file", params: { contents: [] } },
  ];
  for (const message of quiet) {
    const view = fake(profileOf("mcp-apps", { downloadFile: false }));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", ...message });
    await settled();
    assert.deepEqual(view.notices.filter(({ kind }) => kind === "fault"), [], JSON.stringify(message));
  }
});

test("what no version has, or what breaks the schema, is a fault that names it", async () => {
  const info = { name: "v", version: "1" };
  const faults: [message: Json, what: RegExp][] = [
    [{ method: "ui/notifications/size-changed", params: { height: "abc" } }, /size-changed with a height that is not a number/],
    [{ method: "ui/notifications/size-changed", params: { width: -1, height: null } }, /with a width and a height that is not/],
    [{ method: "ui/notifications/sizechanged", params: { height: 9 } }, /^sent ui\/notifications\/sizechanged, which no version/],
    [{ id: 1, method: "ui/openlink", params: { url: "https://example.com" } }, /^asked for ui\/openlink, which no version/],
    [{ method: "ui/open-link", params: { url: "https://example.com" } }, /^sent ui\/open-link without an id/],
    [{ id: 1, method: "ui/initialize", params: { protocolVersion: 7, appCapabilities: {} } }, /^sent ui\/initialize without appInfo/],
    [{ id: 1, method: "ui/initialize", params: { protocolVersion: 7, appInfo: info, appCapabilities: {} } }, /without protocolVersion/],
    [{ id: 1, method: "ui/initialize", params: { protocolVersion: "2026-01-26", appInfo: info } }, /without appCapabilities/],
    [{ id: 1, method: "initialize", params: { clientInfo: "v" } }, /^sent initialize without appInfo/],
  ];
  for (const [message, what] of faults) {
    const view = fake(profileOf("mcp-apps"));
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", ...message });
    await settled();
    const [fault, ...more] = view.notices.filter(({ kind }) => kind === "fault");
    assert.match(fault?.what ?? "", what, JSON.stringify(message));
    assert.deepEqual([more, view.calls.filter((call) => call.startsWith("openLink"))], [[], []]);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, own, pass, settle } from "./harness.ts";

test("ui/initialize is the first message, sent in the task that imports the runtime", async () => {
  const page = await open({ title: "Weather" });
  assert.deepEqual(page.sent, [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "ui/initialize",
      params: {
        protocolVersion: "2026-01-26",
        appInfo: { name: "Weather", version: "0" },
        appCapabilities: { availableDisplayModes: ["inline", "fullscreen", "pip"], tools: { listChanged: true } },
      },
      target: "*",
    },
  ]);
  assert.equal(page.oriel.platform(), "standalone");
});

test("the page names the app", async () => {
  const page = await open({ title: "x", meta: { "application-name": "Almanac", version: "1.2.3" } });
  assert.deepEqual(page.sent[0]?.params.appInfo, { name: "Almanac", version: "1.2.3" });
  const bare = await open();
  assert.deepEqual(bare.sent[0]?.params.appInfo, { name: "view", version: "0" });
});

test("initialized follows the answer, before anything else", async () => {
  const page = await open();
  const early = page.oriel.callTool("early");
  page.oriel.onContext(() => void page.oriel.callTool("from a handler"));
  await settle();
  assert.equal(page.sent.length, 1);
  await page.answer();
  assert.deepEqual(
    page.sent.slice(1).map((message) => message.method),
    ["ui/notifications/initialized", "tools/call", "tools/call"],
  );
  assert.equal(await page.oriel.connected, "mcp-apps");
  assert.equal(page.oriel.platform(), "mcp-apps");
  assert.ok(early instanceof Promise);
});

test("size is reported after initialized", async () => {
  const page = await connect();
  page.frame();
  assert.deepEqual(
    page.sent.map((message) => message.method),
    ["ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed"],
  );
});

test("connected stays pending in a frame that nothing answers in", async () => {
  const page = await open();
  const first = await Promise.race([page.oriel.connected, pass(60_000).then(() => "pending")]);
  assert.equal(first, "pending");
  assert.equal(page.oriel.platform(), "standalone");
});

test("a refusal rejects connected and every call, and is no unhandled rejection", async () => {
  const page = await open();
  page.post({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "clientInfo is missing" } });
  await settle();
  const refusal = { name: "ViewError", code: -32602, message: "clientInfo is missing" };
  await assert.rejects(page.oriel.connected, refusal);
  await assert.rejects(page.oriel.callTool("x"), refusal);
});

test("without a frame the page is standalone and posts nothing", async () => {
  const page = await open({ alone: true });
  assert.equal(await page.oriel.connected, "standalone");
  await assert.rejects(page.oriel.callTool("x"), { code: -32601 });
  await assert.rejects(page.oriel.sendMessage("x"), { code: -32601 });
  assert.equal(await page.oriel.requestDisplayMode("fullscreen"), "inline");
  await page.oriel.openLink("https://example.com/");
  assert.deepEqual(page.opened, [["https://example.com/", "_blank", "noopener"]]);
  page.oriel.setState({ n: 1 });
  assert.deepEqual(page.oriel.getState(), { n: 1 });
  page.frame();
  assert.deepEqual(page.sent, []);
});

test("answers without what they should hold connect", async (t) => {
  const results: Record<string, unknown> = {
    "no hostContext": { protocolVersion: "2026-01-26", hostInfo: {}, hostCapabilities: {} },
    "nothing but an object": {},
    null: null,
    text: "hello",
    "context is text": { hostContext: "dark" },
    "everything is a number": { protocolVersion: 1, hostInfo: 2, hostCapabilities: 3, hostContext: 4 },
    "unknown enums": { hostContext: { theme: "sepia", displayMode: "carousel", platform: "watch" } },
    "styles are nonsense": { hostContext: { styles: { variables: "x", css: 5 } } },
    "another version": { protocolVersion: "2031-01-01", hostInfo: { name: 7 }, hostContext: {} },
  };
  for (const [name, result] of Object.entries(results)) {
    await t.test(name, async () => {
      const page = await open();
      await page.answer(result);
      assert.equal(await page.oriel.connected, "mcp-apps");
      assert.equal(page.with("ui/notifications/initialized").length, 1);
      assert.deepEqual(page.errors, []);
    });
  }
});

test("the host says who it is, by new names and old", async () => {
  const page = await open();
  assert.equal(page.oriel.hostInfo(), undefined);
  assert.deepEqual(page.oriel.hostCapabilities(), {});
  await page.answer({ host: { name: "old" }, capabilities: { openLinks: {} } });
  assert.deepEqual(page.oriel.hostInfo(), { name: "old" });
  assert.deepEqual(page.oriel.hostCapabilities(), { openLinks: {} });
  await page.answer({ hostInfo: { name: "twice" } });
  assert.deepEqual(page.oriel.hostInfo(), { name: "old" }, "a second answer to one request is ignored");
});

test("ping is answered, before and after the handshake", async () => {
  const page = await open();
  page.post({ jsonrpc: "2.0", id: "p1", method: "ping" });
  await page.answer();
  page.post({ jsonrpc: "2.0", id: 0, method: "ping", params: {} });
  await settle();
  assert.deepEqual(
    page.sent.filter((message) => message.result),
    [
      { jsonrpc: "2.0", id: "p1", result: {}, target: "*" },
      { jsonrpc: "2.0", id: 0, result: {}, target: "*" },
    ],
  );
});

test("unknown requests get -32601, unknown notifications nothing", async () => {
  const page = await connect();
  const before = page.sent.length;
  page.post({ jsonrpc: "2.0", id: 9, method: "resources/list" });
  page.post({ jsonrpc: "2.0", id: 10, method: "ui/constructor" });
  page.post(notification("ui/notifications/nothing-we-know", { x: 1 }));
  await settle();
  assert.deepEqual(page.sent.slice(before), [
    { jsonrpc: "2.0", id: 9, error: { code: -32601, message: "Method not found" }, target: "*" },
    { jsonrpc: "2.0", id: 10, error: { code: -32601, message: "Method not found" }, target: "*" },
  ]);
});

test("only the parent is listened to", async () => {
  const page = await open();
  const result = { hostInfo: { name: "stranger" }, hostContext: { theme: "dark" } };
  page.post({ jsonrpc: "2.0", id: 1, result }, { stranger: true });
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }), null);
  await settle();
  assert.equal(page.sent.length, 1);
  assert.equal(page.oriel.toolResult(), undefined);
  assert.deepEqual(page.oriel.context(), own);
});

test("a flood of garbage changes nothing and answers nothing", async () => {
  const page = await connect({ theme: "dark" });
  const before = page.sent.length;
  const garbage: unknown[] = [
    undefined,
    null,
    0,
    "",
    "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}",
    [],
    [[]],
    {},
    { jsonrpc: "1.0", id: 1, method: "ping" },
    { jsonrpc: 2, id: 1, method: "ping" },
    { id: 1, method: "ping" },
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: 99, result: {} },
    { jsonrpc: "2.0", id: "__proto__", result: {} },
    { jsonrpc: "2.0", id: { a: 1 }, error: null },
    { jsonrpc: "2.0", id: 99, error: "no" },
    { jsonrpc: "2.0", method: 5, id: null },
    { jsonrpc: "2.0", method: "", params: null },
    { jsonrpc: "2.0", method: "__proto__" },
    { jsonrpc: "2.0", method: "toString", params: [] },
    { type: "ui-lifecycle-iframe-render-data", payload: { renderData: { theme: "light" } } },
    { type: "webpackHotUpdate" },
    new Map([["jsonrpc", "2.0"]]),
    new Date(),
  ];
  for (let round = 0; round < 500; round++) for (const message of garbage) page.post(message);
  await settle();
  assert.equal(page.sent.length, before);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.oriel.context(), { ...own, theme: "dark" });
  page.post(notification("ui/notifications/tool-result", { structuredContent: { alive: true } }));
  assert.deepEqual(page.oriel.toolResult()?.data, { alive: true });
});

test("notifications with garbage for params do no harm", async () => {
  const page = await connect();
  for (const name of ["tool-input", "tool-input-partial", "tool-result", "tool-cancelled", "host-context-changed"])
    for (const params of [undefined, null, 3, "text", [], [1], { content: 5 }, { content: [null, 1, { type: "text" }], _meta: 1 }])
      page.post(notification(`ui/notifications/${name}`, params));
  await settle();
  assert.deepEqual(page.errors, []);
  assert.equal(page.oriel.platform(), "mcp-apps");
});

test("teardown is answered when all handlers have ended, and ends the reports of sizes", async () => {
  const page = await connect();
  const ended: string[] = [];
  let release = () => {};
  page.oriel.onTeardown((reason) => {
    ended.push(`quick ${reason}`);
  });
  page.oriel.onTeardown(
    () =>
      new Promise((done) => {
        release = () => {
          ended.push("slow");
          done();
        };
      }),
  );
  page.oriel.onTeardown(() => {
    throw new Error("broken handler");
  });
  page.oriel.onTeardown(() => Promise.reject(new Error("broken promise")));
  page.oriel.onTeardown(() => void ended.push("never"))();
  page.frame();
  assert.ok(page.observing());
  page.post({ jsonrpc: "2.0", id: 7, method: "ui/resource-teardown", params: { reason: "closed" } });
  await settle();
  assert.deepEqual(ended, ["quick closed"]);
  assert.ok(!page.sent.some((message) => message.id == 7));
  page.layout.root = () => 900;
  page.frame();
  assert.deepEqual(page.with("ui/notifications/size-changed").map(({ params }) => params.height as number), [100]);
  release();
  await settle();
  assert.deepEqual(ended, ["quick closed", "slow"]);
  assert.deepEqual(page.sent.at(-1), { jsonrpc: "2.0", id: 7, result: {}, target: "*" });
  assert.deepEqual(
    page.errors.map((error) => (error as Error).message),
    ["broken handler", "broken promise"],
  );
});

test("teardown as a notification runs the handlers and is not answered", async () => {
  const page = await connect();
  let reason: string | undefined = "none";
  page.oriel.onTeardown((given) => {
    reason = given;
  });
  const before = page.sent.length;
  page.post(notification("ui/resource-teardown", {}));
  await settle();
  assert.equal(reason, undefined);
  assert.equal(page.sent.length, before);
});

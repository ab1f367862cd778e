import assert from "node:assert/strict";
import { test } from "node:test";
import { open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";

const opened = async (): Promise<Page> => {
  const page = await open({ mcpui: true });
  await settle();
  return page;
};

const render = (page: Page, renderData: unknown) =>
  page.post({ type: "ui-lifecycle-iframe-render-data", payload: { renderData } });

const last = (page: Page, type: string): Message => {
  const message = page.sent.findLast((sent) => sent.type === type);
  assert.ok(message, `${type} was not sent`);
  return message;
};

test("the bridge answers the handshake; the host sees only its own protocol", async () => {
  const page = await opened();
  assert.equal(await page.oriel.connected, "mcp-ui");
  assert.equal(page.oriel.platform(), "mcp-ui");
  await pass(100);
  assert.deepEqual(page.sent, [{ type: "ui-lifecycle-iframe-ready", payload: {}, target: "*" }]);
  page.frame();
  assert.deepEqual(last(page, "ui-size-change"), { type: "ui-size-change", payload: { height: 100 }, target: "*" });
});

test("render data becomes input, result, state and context", async () => {
  const page = await opened();
  const order: string[] = [];
  page.oriel.onToolInput(() => void order.push("input"));
  page.oriel.onToolResult(() => void order.push("result"));
  render(page, {
    toolInput: { city: "Lisbon" },
    toolOutput: { high: 31 },
    toolResponseMetadata: { "oriel/viewData": [1, 2] },
    widgetState: { tab: 2 },
    theme: "dark",
    locale: "pt-PT",
    displayMode: "inline",
    maxHeight: 600,
    vendor: { kept: true },
  });
  await settle();
  assert.deepEqual(order, ["input", "result"]);
  assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" });
  assert.deepEqual([page.oriel.toolResult()?.data, page.oriel.toolResult()?.viewData], [{ high: 31 }, [1, 2]]);
  assert.deepEqual(page.oriel.getState(), { tab: 2 });
  assert.equal(page.root.dataset.theme, "dark");
  assert.partialDeepStrictEqual(page.oriel.context(), {
    theme: "dark",
    locale: "pt-PT",
    displayMode: "inline",
    containerDimensions: { maxHeight: 600 },
    vendor: { kept: true },
  });
});

test("render data comes again: only what changed is passed on", async () => {
  const page = await opened();
  const seen: unknown[] = [];
  page.oriel.onToolInput((input) => void seen.push(["input", input]));
  page.oriel.onToolResult((result) => void seen.push(["result", result.data]));
  const data = { toolInput: { a: 1 }, toolOutput: { b: 1 }, theme: "light" };
  render(page, { toolInput: { a: 1 } });
  render(page, data);
  render(page, data);
  render(page, { ...data, theme: "dark" });
  render(page, { ...data, theme: "dark", toolOutput: { b: 2 } });
  await settle();
  assert.deepEqual(seen, [
    ["input", { a: 1 }],
    ["result", { b: 1 }],
    ["result", { b: 2 }],
  ]);
  assert.equal(page.root.dataset.theme, "dark");
});

test("a result comes whole, in an envelope, or as data", async (t) => {
  const whole = { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 } };
  const cases: Record<string, [renderData: object, data: unknown, text: string]> = {
    whole: [{ toolOutput: whole }, { high: 31 }, "Sunny"],
    envelope: [{ toolResponseMetadata: { status: "completed", mcp_tool_result: whole } }, { high: 31 }, "Sunny"],
    data: [{ toolOutput: { content: ["of mine"] } }, { content: ["of mine"] }, ""],
  };
  for (const [name, [renderData, data, text]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await opened();
      render(page, renderData);
      await settle();
      assert.deepEqual([page.oriel.toolResult()?.data, page.oriel.toolResult()?.text], [data, text]);
    });
  }
});

test("a host that sends nothing is asked for render data, once; one that sends is not", async () => {
  const silent = await opened();
  await pass(10_000);
  const asked = silent.sent.filter((message) => message.type === "ui-request-render-data");
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.messageId, asked[0]?.payload.messageId);
  const quick = await opened();
  render(quick, undefined);
  await pass(10_000);
  assert.ok(!quick.sent.some((message) => message.type === "ui-request-render-data"));
});

test("a tool call is a tool action; its answer is found by either place of the message's id", async (t) => {
  const result = { content: [{ type: "text", text: "ok" }], structuredContent: { n: 1 } };
  const answers: Record<string, (id: string) => object> = {
    "beside the payload": (messageId) => ({ type: "ui-message-response", messageId, payload: { response: result } }),
    "in the payload": (messageId) => ({ type: "ui-message-response", payload: { messageId, response: result } }),
    "in both": (messageId) => ({ type: "ui-message-response", messageId, payload: { messageId, response: result } }),
    "under the older name": (messageId) => ({ type: "ui-action-response", messageId, payload: { response: result } }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    await t.test(name, async () => {
      const page = await opened();
      const other = page.oriel.callTool("other");
      const call = page.oriel.callTool("day", { offset: 1 });
      await settle();
      const action = last(page, "tool");
      assert.deepEqual(action, {
        type: "tool",
        messageId: action.messageId,
        payload: { toolName: "day", params: { offset: 1 }, messageId: action.messageId },
        target: "*",
      });
      page.post({ type: "ui-message-received", messageId: action.messageId });
      await pass(3600_000);
      page.post(answer(action.messageId));
      assert.deepEqual((await call).data, { n: 1 });
      assert.equal(await Promise.race([other, settle().then(() => "pending")]), "pending");
    });
  }
});

test("answers to a tool action in every form", async (t) => {
  const cases: Record<string, [payload: object, data: unknown, text: string]> = {
    "a result": [{ response: { content: [{ type: "text", text: "a" }] } }, undefined, "a"],
    "a result in a status": [{ response: { status: "success", result: { structuredContent: { n: 1 } } } }, { n: 1 }, ""],
    text: [{ response: "done" }, undefined, "done"],
    "plain data": [{ response: { n: 2 } }, { n: 2 }, '{"n":2}'],
    nothing: [{}, undefined, ""],
    null: [{ response: null }, undefined, ""],
  };
  for (const [name, [payload, data, text]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await opened();
      const call = page.oriel.callTool("x");
      await settle();
      page.post({ type: "ui-message-response", messageId: last(page, "tool").messageId, payload });
      const got = await call;
      assert.deepEqual([got.data, got.text], [data, text]);
    });
  }
});

test("an error answer rejects", async (t) => {
  for (const error of [{ message: "denied" }, "denied", new Error("denied")]) {
    await t.test(String(error), async () => {
      const page = await opened();
      const call = page.oriel.callTool("x");
      await settle();
      page.post({ type: "ui-message-response", messageId: last(page, "tool").messageId, payload: { error } });
      await assert.rejects(call, { name: "ViewError", code: -32000, message: "denied" });
    });
  }
});

test("prompts and links resolve by their answer, or where the host never answers", async (t) => {
  const actions: Record<string, [start: (page: Page) => Promise<void>, type: string, payload: object]> = {
    prompt: [(page) => page.oriel.sendMessage("Compare"), "prompt", { prompt: "Compare" }],
    link: [(page) => page.oriel.openLink("https://example.com/"), "link", { url: "https://example.com/" }],
  };
  for (const [name, [start, type, payload]] of Object.entries(actions)) {
    await t.test(`${name}: answered`, async () => {
      const page = await opened();
      const done = start(page);
      await settle();
      const { messageId, payload: sent } = last(page, type);
      assert.deepEqual(sent, { ...payload, messageId });
      page.post({ type: "ui-message-received", messageId });
      page.post({ type: "ui-message-response", messageId, payload: { response: { status: "handled" } } });
      assert.equal(await done, undefined);
    });
    await t.test(`${name}: refused after it was received`, async () => {
      const page = await opened();
      const done = start(page);
      const rejected = assert.rejects(done, { name: "ViewError", message: "no" });
      await settle();
      const { messageId } = last(page, type);
      page.post({ type: "ui-message-received", payload: { messageId } });
      await pass(10_000);
      page.post({ type: "ui-message-response", messageId, payload: { error: "no" } });
      await rejected;
    });
    await t.test(`${name}: never answered`, async () => {
      const page = await opened();
      const done = start(page);
      await settle();
      await pass(10_000);
      assert.equal(await done, undefined);
    });
  }
});

test("requests without a counterpart are refused or answered in place", async () => {
  const page = await opened();
  assert.equal(await page.oriel.requestDisplayMode("fullscreen"), "inline");
  const answers: Message[] = [];
  const { orielTransport } = globalThis as unknown as { orielTransport: { send(m: object): void; listen(f: (m: object) => void): void } };
  orielTransport.listen((message) => void answers.push(message));
  orielTransport.send({ jsonrpc: "2.0", id: "a", method: "ping" });
  orielTransport.send({ jsonrpc: "2.0", id: "b", method: "resources/read", params: { uri: "x" } });
  orielTransport.send({ jsonrpc: "2.0", id: "c", method: "ui/request-display-mode", params: { mode: "pip" } });
  orielTransport.send({ jsonrpc: "2.0", method: "ui/notifications/request-teardown" });
  orielTransport.send({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "saved" } });
  orielTransport.send({ jsonrpc: "2.0", id: "d", method: "oriel/intent", params: { intent: "checkout", params: { cart: 1 } } });
  await settle();
  assert.deepEqual(answers, [
    { jsonrpc: "2.0", id: "a", result: {} },
    { jsonrpc: "2.0", id: "b", error: { code: -32601, message: "MCP-UI hosts have no resources/read" } },
    { jsonrpc: "2.0", id: "c", result: { mode: "inline" } },
  ]);
  assert.deepEqual(last(page, "notify").payload, { message: "saved" });
  assert.partialDeepStrictEqual(last(page, "intent").payload, { intent: "checkout", params: { cart: 1 } });
});

test("cancelling and teardown by adapters that have them", async () => {
  const page = await opened();
  const seen: unknown[] = [];
  page.oriel.onToolCancelled((reason) => void seen.push(["cancelled", reason]));
  page.oriel.onTeardown((reason) => void seen.push(["teardown", reason]));
  page.post({ type: "ui-lifecycle-tool-cancelled", payload: { reason: "user" } });
  page.post({ type: "ui-lifecycle-teardown", payload: {} });
  await settle();
  assert.deepEqual(seen, [
    ["cancelled", "user"],
    ["teardown", undefined],
  ]);
});

test("strangers and garbage are ignored", async () => {
  const page = await opened();
  const before = page.sent.length;
  page.post({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: { theme: "dark" } } }, { stranger: true });
  for (const data of [null, 1, "x", [], {}, { type: 5 }, { type: "ui-message-response" }, { type: "ui-message-received" },
    { type: "ui-message-response", messageId: "__proto__", payload: { response: {} } },
    { type: "ui-lifecycle-iframe-render-data" }, { type: "ui-lifecycle-iframe-render-data", payload: "x" },
    { jsonrpc: "2.0", id: 5, method: "ping" }])
    page.post(data);
  await settle();
  assert.deepEqual([page.sent.length, page.errors, page.root.dataset.theme], [before, [], undefined]);
});

test("render data that came before the runtime is not lost", async () => {
  const page = await open({ mcpui: true });
  render(page, { toolOutput: { early: true } });
  await settle();
  assert.deepEqual(page.oriel.toolResult()?.data, { early: true });
});

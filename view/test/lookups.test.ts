// Calls that read, tell, and ask, each with the hosts that have it and that do not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { chatGPT } from "./pair.ts";

const withCapabilities = async (hostCapabilities: object): Promise<Page> => {
  const page = await open();
  await page.answer({ hostInfo: { name: "host", version: "1" }, hostCapabilities, hostContext: {} });
  return page;
};

/** Answers the one request with this method, and returns its params. */
const reply = async (page: Page, method: string, outcome: object): Promise<unknown> => {
  await settle();
  const [request] = page.with(method);
  assert.ok(request, `${method} was not sent`);
  page.post({ jsonrpc: "2.0", id: request.id, ...outcome });
  return request.params;
};

const missing = { name: "ViewError", code: -32601 };

test("a resource's contents are a list, whatever the host makes of it", async (t) => {
  const page = { uri: "notes://a", text: "A" };
  for (const [name, result, want] of [
    ["a list", { contents: [page, page] }, [page, page]],
    ["one alone", { contents: page }, [page]],
    ["none", {}, []],
    ["nothing", null, []],
  ] as const) {
    await t.test(name, async () => {
      const host = await connect();
      const contents = host.oriel.readResource("notes://a");
      assert.deepEqual(await reply(host, "resources/read", { result }), { uri: "notes://a" });
      assert.deepEqual(await contents, want);
    });
  }
});

test("a resource that is not there rejects with the host's code", async () => {
  const page = await connect();
  const contents = page.oriel.readResource("notes://x");
  const rejected = assert.rejects(contents, { name: "ViewError", code: -32002 });
  await reply(page, "resources/read", { error: { code: -32002, message: "Resource not found" } });
  await rejected;
});

test("the model's context: text, blocks, data, and nothing", async () => {
  const cases: [Parameters<Page["oriel"]["updateModelContext"]>[0], object][] = [
    [{ content: "Lisbon" }, { content: [{ type: "text", text: "Lisbon" }] }],
    [{ data: { city: "Lisbon" } }, { content: [], structuredContent: { city: "Lisbon" } }],
    [
      { content: { type: "image", data: "AA", mimeType: "image/png" }, data: {} },
      { content: [{ type: "image", data: "AA", mimeType: "image/png" }], structuredContent: {} },
    ],
    [{}, { content: [] }],
  ];
  for (const [given, want] of cases) {
    const page = await connect();
    const done = page.oriel.updateModelContext(given);
    assert.deepEqual(await reply(page, "ui/update-model-context", { result: {} }), want);
    assert.equal(await done, undefined);
  }
});

test("calls that window.openai does not have reject where it is alone", async () => {
  const { page, calls } = await chatGPT();
  await assert.rejects(page.oriel.updateModelContext({ content: "x" }), missing);
  await assert.rejects(page.oriel.readResource("a://b"), missing);
  await assert.rejects(page.oriel.createMessage({ messages: [], maxTokens: 1 }), missing);
  assert.deepEqual(calls, []);
});

test("the host's log takes every level and any JSON", async () => {
  const page = await withCapabilities({ logging: {} });
  const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
  for (const level of levels) await page.oriel.log(level, [level, 1, null]);
  await page.oriel.log("info", "x", "chart");
  assert.deepEqual(JSON.parse(JSON.stringify(page.with("notifications/message").map(({ params }) => params))), [
    ...levels.map((level) => ({ level, data: [level, 1, null] })),
    { level: "info", data: "x", logger: "chart" },
  ]);
  await assert.rejects(page.oriel.log("info", () => 1), { name: "DataCloneError" });
});

test("without a log of the host's, the console has it", async (t) => {
  const seen: unknown[][] = [];
  for (const name of ["debug", "info", "warn", "error"] as const)
    t.mock.method(console, name, (...data: unknown[]) => void seen.push([name, ...data]));
  for (const options of [{ alone: true }, undefined]) {
    const page = options ? await open(options) : await connect();
    await page.oriel.log("debug", 1);
    await page.oriel.log("notice", 2, "chart");
    await page.oriel.log("warning", 3);
    await page.oriel.log("alert", 4);
    await page.oriel.log("loud" as "info", 5);
    assert.deepEqual(seen.splice(0), [["debug", 1], ["info", "chart", 2], ["warn", 3], ["error", 4], ["info", 5]]);
    assert.deepEqual(page.with("notifications/message"), []);
  }
});

test("the MCP-UI bridge passes a log on as a notification", async () => {
  const page = await open({ mcpui: true });
  await settle();
  await page.oriel.log("error", { a: 1 });
  assert.deepEqual(page.sent.find(({ type }) => type === "notify")?.payload, { message: '{"a":1}' });
  await assert.rejects(page.oriel.readResource("a://b"), missing);
  await assert.rejects(page.oriel.updateModelContext({}), missing);
});

const question = { messages: [{ role: "user", content: { type: "text", text: "A haiku" } }], maxTokens: 100 } as const;

test("the host's model answers", async () => {
  const page = await withCapabilities({ sampling: {} });
  const answer = page.oriel.createMessage({ ...question, messages: [...question.messages] });
  const result = { role: "assistant", content: { type: "text", text: "…" }, model: "m", stopReason: "endTurn" };
  assert.deepEqual(await reply(page, "sampling/createMessage", { result }), question);
  assert.deepEqual(await answer, result);
});

test("a model is asked only where the host lets views ask, and with tools only where it takes them", async () => {
  const ask = (page: Page, more: object = {}) => page.oriel.createMessage({ ...question, messages: [], ...more });
  const tools = [{ name: "a", inputSchema: { type: "object" } }];
  const bare = await connect();
  await assert.rejects(ask(bare), missing);
  const plain = await withCapabilities({ sampling: {} });
  await assert.rejects(ask(plain, { tools }), missing);
  for (const page of [bare, plain]) assert.deepEqual(page.with("sampling/createMessage"), []);
  const whole = await withCapabilities({ sampling: { tools: {} } });
  void ask(whole, { tools });
  await settle();
  assert.deepEqual(whole.with("sampling/createMessage")[0]?.params.tools, tools);
});

test("a question to the model can be taken back", async () => {
  const page = await withCapabilities({ sampling: {} });
  const end = new AbortController();
  const answer = page.oriel.createMessage({ ...question, messages: [] }, { signal: end.signal });
  await settle();
  end.abort("enough");
  await assert.rejects(answer, (reason) => reason === "enough");
  assert.equal(page.with("notifications/cancelled")[0]?.params.requestId, page.with("sampling/createMessage")[0]?.id);
});

test("what ChatGPT alone has goes there, with or without the bridge", async () => {
  const calls: unknown[][] = [];
  const openai = {
    setOpenInAppUrl: (...args: unknown[]) => void calls.push(["setOpenInAppUrl", ...args]),
    requestCheckout: (...args: unknown[]) => (calls.push(["requestCheckout", ...args]), Promise.resolve({ order: 7 })),
  };
  const alone = await open({ openai });
  await pass(1000);
  for (const page of [alone, await connect({}, { openai })]) {
    assert.equal(await page.oriel.setOpenInAppUrl("https://example.com/7"), undefined);
    assert.deepEqual(await page.oriel.requestCheckout({ id: "cart" }), { order: 7 });
    assert.deepEqual(calls.splice(0), [["setOpenInAppUrl", { href: "https://example.com/7" }], ["requestCheckout", { id: "cart" }]]);
    assert.deepEqual([page.oriel.setOpenInAppUrl.isSupported(), page.oriel.requestCheckout.isSupported()], [true, true]);
  }
});

test("what ChatGPT alone has is refused elsewhere", async () => {
  for (const page of [await connect(), await open({ alone: true }), await open({ mcpui: true })]) {
    await settle();
    await assert.rejects(page.oriel.setOpenInAppUrl("https://example.com/7"), missing);
    await assert.rejects(page.oriel.requestCheckout({}), missing);
    assert.deepEqual([page.oriel.setOpenInAppUrl.isSupported(), page.oriel.requestCheckout.isSupported()], [false, false]);
  }
});

test("a checkout that the user leaves rejects", async () => {
  const page = await connect({}, { openai: { requestCheckout: () => Promise.reject(new Error("cancelled")) } });
  await assert.rejects(page.oriel.requestCheckout({}), { name: "ViewError", code: -32000, message: "cancelled" });
});

// What goes with a tool call: progress, and an end before its time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";

const asked = async (page: Page): Promise<Message> => {
  await settle();
  const request = page.with("tools/call").at(-1);
  assert.ok(request, "tools/call was not sent");
  return request;
};

const answer = (page: Page, id: unknown, structuredContent: unknown = 1) =>
  page.post({ jsonrpc: "2.0", id, result: { content: [], structuredContent } });

const progress = (page: Page, params: object) => page.post(notification("notifications/progress", params));

/** Whether the promise has an outcome, and which. */
const outcome = async (promise: Promise<unknown>): Promise<unknown> => {
  const ended = promise.then((value) => ({ value }), (error: unknown) => ({ error }));
  await settle();
  return Promise.race([ended, Promise.resolve("pending")]);
};

test("progress reaches its call, and no other", async () => {
  const page = await connect();
  const seen: unknown[] = [];
  const call = page.oriel.callTool("a", {}, { onProgress: (report) => seen.push(report) });
  const { id, params } = await asked(page);
  assert.deepEqual(params._meta, { progressToken: id });
  progress(page, { progressToken: id, progress: 1, total: 3, message: "reading" });
  progress(page, { progressToken: id + 1, progress: 7 });
  progress(page, { progress: 8 });
  progress(page, { progressToken: id, progress: 2 });
  answer(page, id);
  await call;
  progress(page, { progressToken: id, progress: 3 });
  assert.deepEqual(JSON.parse(JSON.stringify(seen)), [{ progress: 1, total: 3, message: "reading" }, { progress: 2 }]);
  assert.deepEqual(page.errors, []);
});

test("a handler of progress that throws is reported, and the call goes on", async () => {
  const page = await connect();
  const call = page.oriel.callTool("a", {}, {
    onProgress() {
      throw new Error("mine");
    },
  });
  const { id } = await asked(page);
  progress(page, { progressToken: id, progress: 1 });
  answer(page, id, "done");
  assert.equal((await call).data, "done");
  assert.deepEqual(page.errors.map(String), ["Error: mine"]);
});

test("a call that nobody watches asks for no progress", async () => {
  const page = await connect();
  void page.oriel.callTool("a");
  assert.deepEqual((await asked(page)).params, { name: "a", arguments: {} });
});

test("an abort rejects at once with its reason and tells the host; the late answer is ignored", async () => {
  const page = await connect();
  const end = new AbortController();
  const reason = new Error("no longer wanted");
  const call = page.oriel.callTool("a", {}, { signal: end.signal });
  const { id } = await asked(page);
  end.abort(reason);
  assert.deepEqual(await outcome(call), { error: reason });
  assert.deepEqual(page.with("notifications/cancelled").map(({ params }) => params), [
    { requestId: id, reason: "Error: no longer wanted" },
  ]);
  answer(page, id);
  progress(page, { progressToken: id, progress: 1 });
  await settle();
  assert.deepEqual(page.errors, []);
});

test("a signal that is aborted already sends nothing", async () => {
  const page = await connect();
  const before = page.sent.length;
  await assert.rejects(page.oriel.callTool("a", {}, { signal: AbortSignal.abort("done") }), (reason) => reason === "done");
  await settle();
  assert.equal(page.sent.length, before);
});

test("an abort before the handshake sends nothing afterwards", async () => {
  const page = await open();
  const end = new AbortController();
  const call = page.oriel.callTool("a", {}, { signal: end.signal });
  end.abort("early");
  assert.deepEqual(await outcome(call), { error: "early" });
  await page.answer();
  await settle();
  assert.deepEqual(page.with("tools/call"), []);
  assert.deepEqual(page.with("notifications/cancelled"), []);
});

test("an abort after the answer does nothing", async () => {
  const page = await connect();
  const end = new AbortController();
  const call = page.oriel.callTool("a", {}, { signal: end.signal });
  answer(page, (await asked(page)).id, "in time");
  await settle();
  end.abort();
  assert.equal((await call).data, "in time");
  assert.deepEqual(page.with("notifications/cancelled"), []);
});

test("window.openai is not told, but nobody waits for it", async () => {
  let finish = (_: object) => {};
  const page = await open({ openai: { callTool: () => new Promise((done) => (finish = done)) } });
  await pass(1000);
  const end = new AbortController();
  const call = page.oriel.callTool("a", {}, { signal: end.signal, onProgress: () => assert.fail("it has no progress") });
  await settle();
  end.abort("enough");
  assert.deepEqual(await outcome(call), { error: "enough" });
  finish({ structuredContent: 1 });
  await settle();
  assert.deepEqual(page.errors, []);
});

test("a time limit ends the call", async () => {
  const page = await connect();
  // What AbortSignal.timeout does, without its clock.
  const limit = new AbortController();
  const call = page.oriel.callTool("slow", {}, { signal: limit.signal });
  const { id } = await asked(page);
  limit.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  await assert.rejects(call, { name: "TimeoutError" });
  assert.equal(page.with("notifications/cancelled")[0]?.params.requestId, id);
});

test("a signal that lasts keeps nothing of the calls that have ended", async () => {
  const page = await connect();
  const { signal } = new AbortController();
  let listening = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: any[]) => (listening++, addEventListener.apply(signal, args as never));
  signal.removeEventListener = (...args: any[]) => (listening--, removeEventListener.apply(signal, args as never));
  const call = page.oriel.callTool("a", {}, { signal });
  answer(page, (await asked(page)).id, 7);
  assert.equal((await call).data, 7);
  await settle();
  assert.equal(listening, 0);
});

test("isSupported says what the host says", async () => {
  const page = await open();
  assert.equal(page.oriel.callTool.isSupported(), false);
  await page.answer({ hostInfo: { name: "h" }, hostCapabilities: { serverTools: {} } });
  assert.equal(page.oriel.callTool.isSupported(), true);
  assert.equal((await connect()).oriel.callTool.isSupported(), false);
  assert.equal((await open({ openai: { callTool() {} } })).oriel.callTool.isSupported(), true);
});

test("a legacy MCP-UI host is not told either; its late answer finds nobody", async () => {
  const page = await open({ mcpui: true });
  await settle();
  const end = new AbortController();
  const call = page.oriel.callTool("a", {}, { signal: end.signal });
  await settle();
  const before = page.sent.length;
  end.abort("enough");
  assert.deepEqual(await outcome(call), { error: "enough" });
  const { messageId } = page.sent.find(({ type }) => type === "tool") as Message;
  page.post({ type: "ui-message-response", messageId, payload: { messageId, response: { content: [] } } });
  await settle();
  assert.deepEqual([page.sent.length, page.errors], [before, []]);
});

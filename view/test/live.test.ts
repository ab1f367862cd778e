// A tool that is called again and again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";

const calls = (page: Page) => page.with("tools/call");

/** Answers the last call. */
const answer = async (page: Page, outcome: object = { result: { content: [], structuredContent: calls(page).length } }) => {
  page.post({ jsonrpc: "2.0", id: calls(page).at(-1)?.id, ...outcome });
  await settle();
};
const failure = { error: { code: -32000, message: "busy" } };

const hide = (page: Page, hidden: boolean) => {
  (document as { hidden: boolean }).hidden = hidden;
  page.dispatch("visibilitychange");
};

/** A page whose tool is followed. */
const followed = async (options: Parameters<Page["oriel"]["live"]>[1] = {}, capabilities: object = {}) => {
  const page = await open();
  await page.answer({ hostInfo: { name: "host", version: "1" }, hostCapabilities: capabilities, hostContext: {} });
  const seen: unknown[] = [];
  const failed: unknown[] = [];
  const stop = page.oriel.live("stats", { onError: (error) => failed.push(error), ...options }, ({ data }) => seen.push(data));
  await settle();
  return { page, seen, failed, stop };
};

test("the first call is made at once, the next an interval after the answer", async () => {
  const { page, seen } = await followed({ args: { a: 1 }, interval: 500 });
  assert.deepEqual(calls(page)[0]?.params, { name: "stats", arguments: { a: 1 } });
  await pass(60_000);
  assert.equal(calls(page).length, 1, "calls do not overlap");
  await answer(page);
  await pass(499);
  assert.equal(calls(page).length, 1);
  await pass(1);
  assert.equal(calls(page).length, 2);
  await answer(page);
  assert.deepEqual(seen, [1, 2]);
});

test("two seconds, when nothing is said", async () => {
  const { page } = await followed();
  await answer(page);
  await pass(1999);
  assert.equal(calls(page).length, 1);
  await pass(1);
  assert.equal(calls(page).length, 2);
});

test("nothing is called while the page is hidden, and at once when it is shown again", async () => {
  const { page } = await followed();
  await answer(page);
  hide(page, true);
  await pass(60_000);
  assert.equal(calls(page).length, 1);
  hide(page, false);
  await settle();
  assert.equal(calls(page).length, 2);
  await answer(page);
  await pass(2000);
  assert.equal(calls(page).length, 3, "and it goes on");
});

test("a page that is hidden during a call waits after its answer", async () => {
  const { page, seen } = await followed();
  hide(page, true);
  await answer(page);
  await pass(60_000);
  assert.deepEqual([calls(page).length, seen], [1, [1]]);
  hide(page, false);
  await settle();
  assert.equal(calls(page).length, 2);
});

test("a page that is hidden from the start calls when it is shown", async () => {
  const page = await connect();
  (document as { hidden: boolean }).hidden = true;
  page.oriel.live("stats", {}, () => {});
  await pass(10_000);
  assert.equal(calls(page).length, 0);
  hide(page, false);
  await settle();
  assert.equal(calls(page).length, 1);
});

test("errors are told, and put the next call off, up to 30 s", async () => {
  const { page, seen, failed } = await followed();
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    const before = calls(page).length;
    await answer(page, failure);
    let waited = 0;
    for (; calls(page).length === before; waited += 1000) await pass(1000);
    waits.push(waited);
  }
  assert.deepEqual(waits, [4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  assert.equal(failed.length, 6);
  assert.ok(failed.every((error) => error instanceof page.oriel.ViewError && error.code === -32000));
  await answer(page);
  await pass(2000);
  assert.equal(seen.length, 1);
  assert.equal(calls(page).length, 8, "after an answer all is as before");
});

test("an interval longer than that stays as it is", async () => {
  const { page } = await followed({ interval: 60_000 });
  await answer(page, failure);
  await pass(59_999);
  assert.equal(calls(page).length, 1);
  await pass(1);
  assert.equal(calls(page).length, 2);
});

test("a result with isError is a result", async () => {
  const { page, seen, failed } = await followed();
  await answer(page, { result: { content: [], structuredContent: 7, isError: true } });
  assert.deepEqual([seen, failed], [[7], []]);
});

test("handlers that throw are reported, and it goes on", async () => {
  const page = await connect();
  const mine = () => {
    throw new Error("mine");
  };
  page.oriel.live("stats", { onError: mine }, mine);
  await settle();
  await answer(page);
  await pass(2000);
  await answer(page, failure);
  await pass(4000);
  assert.equal(calls(page).length, 3);
  assert.deepEqual(page.errors.map(String), ["Error: mine", "Error: mine"]);
});

test("stop ends it: the call that runs is cancelled, its answer and all else is ignored", async () => {
  const { page, seen, failed, stop } = await followed();
  stop();
  assert.equal(page.with("notifications/cancelled")[0]?.params.requestId, calls(page)[0]?.id);
  await answer(page);
  hide(page, true);
  hide(page, false);
  await pass(60_000);
  stop();
  assert.deepEqual([seen, failed, calls(page).length, page.errors], [[], [], 1, []]);
  assert.equal(page.listening("visibilitychange"), 0);
});

test("stop between two calls ends it", async () => {
  const { page, stop } = await followed();
  await answer(page);
  stop();
  await pass(60_000);
  assert.equal(calls(page).length, 1);
});

test("teardown stops it, and a teardown after stop has nothing to do", async () => {
  const { page } = await followed();
  await answer(page);
  page.post({ jsonrpc: "2.0", id: "t", method: "ui/resource-teardown", params: {} });
  await settle();
  await pass(60_000);
  assert.equal(calls(page).length, 1);
  assert.ok(page.sent.some(({ id, result }) => id === "t" && result));
});

const subscribing = { serverTools: {}, serverResources: { subscribe: true } };
const updated = async (page: Page, uri: unknown) => {
  page.post(notification("notifications/resources/updated", { uri }));
  await settle();
};
const subscribed = async (page: Page) => {
  const [request] = page.with("resources/subscribe");
  assert.ok(request, "resources/subscribe was not sent");
  page.post({ jsonrpc: "2.0", id: request.id, result: {} });
  await settle();
  return request.params;
};

test("where resources can be subscribed to, a change calls, and nothing else", async () => {
  const { page } = await followed({ uri: "stats://now" }, subscribing);
  assert.deepEqual(await subscribed(page), { uri: "stats://now" });
  await answer(page);
  assert.equal(calls(page).length, 2, "what changed before the subscription was not told");
  await answer(page);
  await pass(600_000);
  assert.equal(calls(page).length, 2);
  await updated(page, "stats://now");
  assert.equal(calls(page).length, 3);
  await updated(page, "stats://now");
  await updated(page, "stats://now");
  assert.equal(calls(page).length, 3, "calls do not overlap");
  await answer(page);
  assert.equal(calls(page).length, 4, "but the last change is not lost");
  await answer(page);
  for (const uri of ["other://now", undefined, 7, null]) await updated(page, uri);
  assert.equal(calls(page).length, 4);
  await updated(page, "stats://now/part");
  assert.equal(calls(page).length, 5, "a part of it is it");
});

test("a change while the page is hidden calls when it is shown", async () => {
  const { page } = await followed({ uri: "stats://now" }, subscribing);
  await answer(page);
  await subscribed(page);
  await answer(page);
  hide(page, true);
  await updated(page, "stats://now");
  assert.equal(calls(page).length, 2);
  hide(page, false);
  await settle();
  assert.equal(calls(page).length, 3);
});

test("a failed call is made again also with a subscription", async () => {
  const { page } = await followed({ uri: "stats://now" }, subscribing);
  await answer(page);
  await subscribed(page);
  await answer(page, failure);
  await pass(4000);
  assert.equal(calls(page).length, 3);
});

test("stop unsubscribes, unless somebody else still watches the same", async () => {
  const { page, stop } = await followed({ uri: "stats://now" }, subscribing);
  await subscribed(page);
  const other = page.oriel.live("more", { uri: "stats://now" }, () => {});
  await settle();
  page.post({ jsonrpc: "2.0", id: page.with("resources/subscribe").at(-1)?.id, result: {} });
  await settle();
  stop();
  assert.deepEqual(page.with("resources/unsubscribe"), []);
  other();
  assert.deepEqual(page.with("resources/unsubscribe").map(({ params }) => params), [{ uri: "stats://now" }]);
});

test("stop during the subscription takes it back", async () => {
  const { page, stop } = await followed({ uri: "stats://now" }, subscribing);
  stop();
  await subscribed(page);
  assert.equal(page.with("resources/unsubscribe").length, 1);
  assert.equal(calls(page).length, 1);
});

test("a host that does not subscribe is polled", async () => {
  const refused = await followed({ uri: "stats://now" }, subscribing);
  refused.page.post({ jsonrpc: "2.0", id: refused.page.with("resources/subscribe")[0]?.id, error: { code: -32601, message: "no" } });
  await settle();
  await answer(refused.page);
  await pass(2000);
  assert.equal(calls(refused.page).length, 2);
  const without = await followed({ uri: "stats://now" }, { serverResources: {} });
  assert.deepEqual(without.page.with("resources/subscribe"), []);
  await answer(without.page);
  await pass(2000);
  assert.equal(calls(without.page).length, 2);
});

// State that the app keeps: pages that go, and flush.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { loaded, result, served, transport } from "./statepeer.ts";

const hide = (page: Page, hidden: boolean) => {
  (document as { hidden: boolean }).hidden = hidden;
  page.dispatch("visibilitychange");
};

test("the host waits at teardown until all is written", async () => {
  const { page, store, serve, waiting, peer } = await loaded();
  store.set("last");
  page.post({ jsonrpc: "2.0", id: "end", method: "ui/resource-teardown", params: {} });
  await settle();
  const ended = () => page.sent.some(({ id, result }) => id === "end" && result);
  assert.deepEqual([waiting(), ended()], [1, false]);
  await serve();
  assert.deepEqual([peer.state(), ended()], ["last", true]);
});

test("a teardown during a write sends what has changed since beside it, and waits for both", async () => {
  const { page, store, serve, waiting, peer } = await loaded();
  store.set("a");
  await pass(300);
  store.set("b");
  page.post({ jsonrpc: "2.0", id: "end", method: "ui/resource-teardown", params: {} });
  await settle();
  assert.equal(waiting(), 2, "the host may not wait for long");
  const ended = () => page.sent.some(({ id, result }) => id === "end" && result);
  await serve();
  assert.deepEqual([waiting(), ended()], [1, false]);
  await serve();
  assert.deepEqual([peer.state(), ended()], ["b", true]);
});

test("a teardown is not held up by a failure, nor where there is nothing to write", async () => {
  const ended = (page: Page) => page.sent.some(({ id, result }) => id === "end" && result);
  const end = async (page: Page) => {
    page.post({ jsonrpc: "2.0", id: "end", method: "ui/resource-teardown", params: {} });
    await settle();
  };
  const { page, store, serve } = await loaded();
  store.set("a");
  await end(page);
  await serve(transport);
  assert.ok(ended(page));
  assert.deepEqual(page.errors, []);

  const clean = await loaded("kept");
  await end(clean.page);
  assert.ok(ended(clean.page));

  const early = await served();
  early.page.oriel.createStore(0).set(1);
  await end(early.page);
  assert.ok(ended(early.page), "before anybody knows what keeps it");
});

test("a view that lives on after a teardown goes on writing", async () => {
  const { page, store, serve, peer } = await loaded();
  store.set("a");
  page.post({ jsonrpc: "2.0", id: "end", method: "ui/resource-teardown", params: {} });
  await settle();
  store.set("b");
  await serve();
  await serve();
  assert.deepEqual([peer.state(), store.status()], ["b", "saved"]);
});

test("a page that goes writes at once, also beside a write that is under way", async () => {
  for (const leave of [(page: Page) => page.dispatch("pagehide"), (page: Page) => hide(page, true)]) {
    const { page, store, serve, waiting, last, peer } = await loaded();
    store.set("a");
    leave(page);
    await settle();
    assert.deepEqual([waiting(), last().state], [1, "a"]);
    store.set("b");
    leave(page);
    await settle();
    assert.deepEqual([waiting(), last().state, last().sequence], [2, "b", 2]);
    leave(page);
    await settle();
    assert.equal(waiting(), 2, "what is on its way is not sent again");
    await serve();
    assert.equal(store.status(), "saving", "the last write tells how it ended");
    await serve();
    assert.deepEqual([peer.state(), store.status()], ["b", "saved"]);
    hide(page, false);
    await pass(60_000);
    assert.equal(waiting(), 0);
  }
});

test("of two writes at once the later one counts, however they arrive", async () => {
  const { page, store, peer } = await loaded();
  store.set("a");
  page.dispatch("pagehide");
  store.set("b");
  page.dispatch("pagehide");
  await settle();
  const [first, second] = page.with("tools/call").slice(-2);
  for (const call of [second!, first!]) {
    page.post({ jsonrpc: "2.0", id: call.id, result: peer.answer(call.params.arguments) });
    await settle();
  }
  assert.deepEqual([peer.state(), store.get(), store.status()], ["b", "b", "saved"]);
});

test("a page that is hidden without a change writes nothing", async () => {
  const { page, waiting } = await loaded("kept");
  hide(page, true);
  page.dispatch("pagehide");
  await settle();
  assert.equal(waiting(), 0);
});

test("flush writes now, and tells how it ended", async () => {
  const { store, serve, waiting } = await loaded();
  store.set("a");
  const good = store.flush();
  await settle();
  assert.equal(waiting(), 1);
  await serve();
  await good;
  store.set("b");
  const bad = assert.rejects(store.flush(), { name: "StateError", code: "state_unreachable" });
  await settle();
  await serve(transport);
  await bad;
  const again = store.flush();
  await settle();
  assert.equal(waiting(), 1, "without waiting for the pause");
  await serve();
  await again;
  await pass(60_000);
  assert.equal(waiting(), 0);
});

test("a flush before the state has come waits for it", async () => {
  const { page, serve, peer } = await served();
  const store = page.oriel.createStore<object>({});
  store.set({ a: 1 });
  const done = store.flush();
  page.post(result());
  await settle();
  await serve();
  await serve();
  await done;
  assert.deepEqual(peer.state(), { a: 1 });
});

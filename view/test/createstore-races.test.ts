// State that the app keeps: several that write it, and several calls with a state each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, pass, settle } from "./harness.ts";
import { loaded, result, served, StatePeer } from "./statepeer.ts";

test("a write that comes after a newer one of its page gives what is kept", async () => {
  const { store, serve, last } = await loaded({ tab: 1 });
  store.set({ tab: 2 });
  await pass(300);
  await serve({ content: [], structuredContent: { revision: 9, found: true, state: { tab: 7, other: true } } });
  assert.deepEqual([store.get(), store.status()], [{ tab: 7, other: true }, "saved"]);
  store.set({ tab: 3 });
  await pass(300);
  assert.equal(last().revision, 9);
});

test("what has changed since a lost write stays", async () => {
  const { store, serve } = await loaded({ tab: 1, words: "" });
  store.set({ tab: 2, words: "" });
  await pass(300);
  store.set({ tab: 2, words: "typed" });
  await serve({ content: [], structuredContent: { revision: 9, found: true, state: { tab: 7, words: "theirs" } } });
  assert.deepEqual([store.get(), store.status()], [{ tab: 7, words: "typed" }, "unsaved"]);
});

test("of two pages the last write wins, and the revision goes on", async () => {
  const { store, serve, last, peer } = await loaded("kept");
  peer.write("theirs");
  store.set("ours");
  await pass(300);
  assert.equal(last().revision, 1);
  await serve();
  assert.deepEqual([peer.state(), peer.kept.get("t1")?.revision], ["ours", 3]);
  store.set("again");
  await pass(300);
  assert.equal(last().revision, 3);
});

test("another token is another state; what is not written of the first is written to it", async () => {
  const { page, store, serve, waiting, peer } = await loaded({ tab: 1 });
  peer.write({ tab: 9 }, "t2");
  store.set({ tab: 2 });
  page.post(result("t2"));
  await settle();
  assert.deepEqual([store.get(), store.status(), waiting()], [{ tab: 0 }, "loading", 2]);
  await serve();
  assert.deepEqual([peer.state("t1"), store.status()], [{ tab: 2 }, "loading"], "an answer to the first changes nothing");
  await serve();
  assert.deepEqual([store.get(), peer.state("t2")], [{ tab: 9 }, { tab: 9 }]);
  store.set({ tab: 10 });
  await pass(300);
  await serve();
  assert.deepEqual([peer.state("t1"), peer.state("t2")], [{ tab: 2 }, { tab: 10 }]);
});

test("an answer to the first call's load that comes after the second's token is none", async () => {
  const peer = new StatePeer();
  peer.write("one", "t1");
  peer.write("two", "t2");
  const { page, serve } = await served(peer);
  const store = page.oriel.createStore("");
  page.post(result("t1"));
  await settle();
  page.post(result("t2"));
  await settle();
  await serve();
  assert.deepEqual([store.get(), store.status()], ["", "loading"]);
  await serve();
  assert.deepEqual([store.get(), store.status()], ["two", "saved"]);
});

test("the same result again changes nothing", async () => {
  const { page, store, waiting } = await loaded({ tab: 1 });
  store.set({ tab: 2 });
  page.post(result());
  await settle();
  assert.deepEqual([store.get(), waiting()], [{ tab: 2 }, 0]);
});

test("a cancelled call has no result to wait for", async () => {
  const { page } = await served();
  const store = page.oriel.createStore(0);
  page.post(notification("ui/notifications/tool-cancelled", { reason: "stopped" }));
  await settle();
  assert.deepEqual([store.place(), store.status()], ["memory", "saved"]);
});

test("what was typed for a call that another has followed before its state was there is added to its state", async () => {
  const { page, peer, serve } = await served();
  peer.write({ old: 1 });
  const store = page.oriel.createStore<object>({});
  page.post(result("t1"));
  await settle();
  store.set({ typed: 1 });
  page.post(result("t2"));
  await settle();
  assert.deepEqual(store.get(), {}, "another call's state is another");
  for (let answers = 0; answers < 3; answers++) await serve();
  assert.deepEqual([peer.state("t1"), peer.state("t2"), store.status()], [{ old: 1, typed: 1 }, undefined, "saved"]);
});

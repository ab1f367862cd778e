// State that the app keeps: calls that fail or are never answered, and answers that make no sense.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pass, settle } from "./harness.ts";
import { failure, loaded, result, served, StatePeer, transport } from "./statepeer.ts";

test("a load that fails is made again, later each time", async () => {
  const peer = new StatePeer();
  peer.write(7);
  const { page, serve, waiting } = await served(peer);
  const store = page.oriel.createStore(0);
  page.post(result());
  await settle();
  for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    await serve(transport);
    assert.deepEqual([store.status(), store.error()?.code, store.error()?.message], ["failed", "state_unreachable", "connection lost"]);
    await pass(pause - 1);
    assert.equal(waiting(), 0);
    await pass(1);
    assert.equal(waiting(), 1);
  }
  await serve();
  assert.deepEqual([store.status(), store.error(), store.get()], ["saved", undefined, 7]);
});

test("a write that fails is made again with the newest state", async () => {
  const { store, serve, waiting, last, peer } = await loaded();
  store.set("a");
  await pass(300);
  await serve(transport);
  assert.equal(store.status(), "failed");
  store.set("b");
  await pass(500);
  assert.deepEqual([waiting(), store.status(), store.get()], [0, "failed", "b"], "a change does not hurry it");
  await pass(500);
  assert.deepEqual([last().state, last().sequence, store.status()], ["b", 2, "saving"]);
  await serve();
  assert.deepEqual([peer.state(), store.status()], ["b", "saved"]);
  store.set("c");
  await pass(300);
  await serve(transport);
  await pass(1000);
  assert.equal(waiting(), 1, "the pauses begin anew");
});

test("a failure of the app inside is tried again, too", async () => {
  const { store, serve, waiting } = await loaded();
  store.set("a");
  await pass(300);
  await serve(failure("internal"));
  assert.deepEqual([store.status(), store.error()?.code, store.error()?.message], ["failed", "internal", "It is internal."]);
  await pass(1000);
  assert.equal(waiting(), 1);
});

test("a change that was taken back after a failed write is written: it may have arrived", async () => {
  const { store, serve, peer } = await loaded("a");
  store.set("b");
  await pass(300);
  peer.write("b");
  await serve(transport);
  store.set("a");
  assert.equal(store.status(), "failed");
  await pass(1000);
  await serve();
  assert.deepEqual([peer.state(), store.status()], ["a", "saved"]);
});

test("a state that the server has no room for waits for the next change", async () => {
  for (const code of ["state_full", "state_too_large", "state_too_deep"]) {
    const { store, serve, waiting } = await loaded();
    store.set("a");
    await pass(300);
    await serve(failure(code));
    assert.deepEqual([store.status(), store.error()?.code, store.get()], ["failed", code, "a"]);
    await pass(600_000);
    assert.equal(waiting(), 0);
    store.set("b");
    await pass(300);
    await serve();
    assert.equal(store.status(), "saved");
  }
});

test("a state that is too large is not sent", async () => {
  const { store, waiting } = await loaded();
  store.set("x".repeat(1_000_000));
  await pass(60_000);
  assert.deepEqual([waiting(), store.error()?.code], [0, "state_too_large"]);
  assert.equal(store.get().length, 1_000_000);
});

test("a call that is never answered is given up after half a minute, and made again", async (t) => {
  const ends: [number, AbortController][] = [];
  t.mock.method(AbortSignal, "timeout", (ms: number) => {
    const end = new AbortController();
    ends.push([ms, end]);
    return end.signal;
  });
  const { page, serve, waiting } = await served();
  const store = page.oriel.createStore(0);
  page.post(result());
  await settle();
  store.set(1);
  assert.deepEqual([store.status(), ends[0]![0]], ["loading", 30_000]);
  ends[0]![1].abort(new DOMException("signal timed out", "TimeoutError"));
  await settle();
  assert.deepEqual([store.status(), store.error()?.code, store.get()], ["failed", "state_unreachable", 1]);
  assert.equal(page.with("notifications/cancelled").length, 1);
  await pass(1000);
  assert.equal(waiting(), 2);
  await serve({ content: [], structuredContent: { revision: 3, found: true, state: "late" } });
  assert.deepEqual([store.status(), store.get()], ["failed", 1], "an answer that comes after that is none");
  await serve();
  assert.equal(store.status(), "unsaved");
});

test("where the server does not take the token, the next place has all of it", async () => {
  for (const gone of [failure("state_token_invalid"), { error: { code: -32602, message: "unknown tool" } }, { error: { code: -32601, message: "no" } }]) {
    const { store, serve, waiting } = await loaded({ kept: 1 });
    store.set((now: object) => ({ ...now, typed: 1 }));
    await pass(300);
    await serve(gone);
    assert.deepEqual([store.place(), store.get()], ["memory", { kept: 1, typed: 1 }]);
    await pass(60_000);
    assert.deepEqual([store.status(), waiting()], ["saved", 0]);
  }
});

test("a host that calls no tools is not asked", async () => {
  const { page, waiting } = await served(undefined, undefined, {});
  const store = page.oriel.createStore(0);
  page.post(result());
  await settle();
  assert.deepEqual([store.place(), store.status(), waiting()], ["memory", "saved", 0]);
});

test("no answer of a server throws into the view", async () => {
  const huge = { a: "x".repeat(3_000_000) };
  for (const [answer, want] of [
    [{}, 0],
    [null, 0],
    ["text", 0],
    [[1, 2], 0],
    [{ revision: "many", found: "yes", state: 5 }, 5],
    [{ revision: -7, found: 1, state: null }, 0],
    [{ revision: { a: 1 }, found: false }, 0],
    [{ revision: 1e300, found: true, state: "s" }, "s"],
    [{ revision: 1, found: true, state: huge }, huge],
    [JSON.parse('{"revision":1,"found":true,"state":{"__proto__":{"polluted":1}}}'), JSON.parse('{"__proto__":{"polluted":1}}')],
  ] as const) {
    const { page, serve, last } = await served();
    const store = page.oriel.createStore<unknown>(0);
    page.post(result());
    await settle();
    await serve({ content: [], structuredContent: answer });
    assert.deepEqual(store.get(), want);
    store.set("next");
    await pass(300);
    assert.equal(last().state, "next");
    for (const to of [{ content: [], structuredContent: answer }, {}, { isError: true }]) {
      await serve(to);
      assert.notEqual(store.get(), undefined);
      store.set(Math.random());
      await pass(40_000);
    }
    assert.deepEqual(page.errors, []);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  }
});

test("a revision that goes back is the one that is told", async () => {
  const { store, serve, last } = await loaded("kept");
  for (const revision of [9, 2]) {
    store.set(revision);
    await pass(300);
    await serve({ content: [], structuredContent: { revision, found: true } });
    assert.equal(store.status(), "saved");
  }
  store.set("next");
  await pass(300);
  assert.equal(last().revision, 2);
});

test("a token that is none is not used", async () => {
  for (const token of ["", null, {}, [], true]) {
    const { page, waiting } = await served();
    const store = page.oriel.createStore(0);
    page.post(result(token));
    await settle();
    assert.deepEqual([store.place(), waiting()], ["memory", 0]);
  }
});


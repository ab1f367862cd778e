// State that the app keeps: what is sent when, and what becomes of answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { failure, result, served, StatePeer } from "./statepeer.ts";

const transport = { error: { code: -32603, message: "connection lost" } };

/** A page whose state the server has given. */
async function loaded(kept?: unknown) {
  const peer = new StatePeer();
  if (kept !== undefined) peer.write(kept);
  const all = await served(peer);
  const store = all.page.oriel.createStore<any>({ tab: 0 });
  all.page.post(result());
  await settle();
  await all.serve();
  return { ...all, store };
}

const hide = (page: Page, hidden: boolean) => {
  (document as { hidden: boolean }).hidden = hidden;
  page.dispatch("visibilitychange");
};

test("what was kept is there when the server has answered", async () => {
  const peer = new StatePeer();
  peer.write({ tab: 5 });
  const { page, serve, last, waiting } = await served(peer);
  const store = page.oriel.createStore({ tab: 0 });
  assert.deepEqual([store.status(), store.place(), waiting()], ["loading", "memory", 0], "nobody knows before the result");
  page.post(result());
  await settle();
  assert.deepEqual(last(), { token: "t1", get: true });
  assert.deepEqual([store.status(), store.place(), store.get()], ["loading", "server", { tab: 0 }]);
  await serve();
  assert.deepEqual([store.status(), store.get()], ["saved", { tab: 5 }]);
  await pass(60_000);
  assert.equal(waiting(), 0, "what is kept is not written again");
});

test("a store that is made after the result asks at once", async () => {
  const { page, serve } = await served();
  page.post(result());
  await settle();
  assert.equal(page.with("tools/call").length, 0, "nothing is asked without a store");
  const store = page.oriel.createStore(1);
  await settle();
  await serve();
  assert.deepEqual([store.status(), store.get()], ["saved", 1]);
});

test("a change is written when none has followed for a while", async () => {
  const { store, peer, waiting, serve, last } = await loaded();
  store.set({ tab: 1 });
  await pass(299);
  store.set({ tab: 2 });
  await pass(299);
  assert.deepEqual([waiting(), store.status()], [0, "unsaved"]);
  await pass(1);
  assert.deepEqual([waiting(), store.status()], [1, "saving"]);
  const { writer, ...args } = last();
  assert.match(writer, /^[A-Za-z0-9_-]{1,64}$/, "as the server wants it");
  assert.deepEqual(args, { token: "t1", state: { tab: 2 }, revision: 0, sequence: 1 });
  await serve();
  assert.deepEqual([store.status(), peer.state()], ["saved", { tab: 2 }]);
});

test("who never stops changing is written all the same, every three seconds", async () => {
  const { store, waiting, serve } = await loaded();
  for (let n = 0; n < 31; n++) {
    store.set(n);
    await pass(100);
  }
  assert.equal(waiting(), 1);
  await serve();
  for (let n = 0; n < 29; n++) {
    store.set(n);
    await pass(100);
  }
  assert.equal(waiting(), 0);
});

test("how long changes wait may be said", async () => {
  const { page, serve, waiting } = await served();
  page.post(result());
  const store = page.oriel.createStore(0, { debounceMs: 50 });
  await settle();
  await serve();
  store.set(1);
  await pass(49);
  assert.equal(waiting(), 0);
  await pass(1);
  assert.equal(waiting(), 1);
});

test("one write is under way at a time, and the newest state comes after it", async () => {
  const { store, waiting, serve, last } = await loaded();
  store.set("a");
  await pass(300);
  for (const state of ["b", "c", "d"]) {
    store.set(state);
    await pass(1000);
  }
  assert.deepEqual([waiting(), last().state, store.status()], [1, "a", "unsaved"]);
  await serve();
  await pass(300);
  assert.deepEqual([waiting(), last().state, last().revision, last().sequence], [1, "d", 1, 2]);
  await serve();
  await pass(60_000);
  assert.deepEqual([waiting(), store.status()], [0, "saved"]);
});

test("a change that is taken back during its write is written, too", async () => {
  const { store, serve, last, peer } = await loaded({ tab: 1 });
  store.set({ tab: 2 });
  await pass(300);
  store.set({ tab: 1 });
  await serve();
  assert.deepEqual(peer.state(), { tab: 2 });
  await pass(300);
  assert.deepEqual(last().state, { tab: 1 });
  await serve();
  assert.deepEqual([peer.state(), store.status()], [{ tab: 1 }, "saved"]);
});

test("a change that is taken back before is none", async () => {
  const { store, waiting } = await loaded({ tab: 1 });
  store.set({ tab: 2 });
  store.set({ tab: 1 });
  assert.equal(store.status(), "saved");
  await pass(60_000);
  assert.equal(waiting(), 0);
});

test("an object that was changed in place and set again is written", async () => {
  const { store, last } = await loaded({ list: [1] });
  store.set((now: { list: number[] }) => {
    now.list.push(2);
    return now;
  });
  await pass(300);
  assert.deepEqual(last().state, { list: [1, 2] });
});

test("only JSON is sent, whatever the state holds", async () => {
  const { store, last, serve } = await loaded();
  store.set({ at: new Date(0), none: undefined, fn() {}, nan: NaN, list: [undefined] });
  await pass(300);
  assert.deepEqual(last().state, { at: "1970-01-01T00:00:00.000Z", nan: null, list: [null] });
  await serve();
  assert.equal(store.status(), "saved");
});

// Before the answer

test("what was typed before the state has come stays, and the rest comes with it", async () => {
  const peer = new StatePeer();
  peer.write({ tab: 5, words: "kept", gone: 1 });
  const { page, serve } = await served(peer);
  const store = page.oriel.createStore<any>({ tab: 0, words: "" });
  store.set((now: object) => ({ ...now, words: "typed" }));
  page.post(result());
  await settle();
  store.set((now: object) => ({ ...now, more: true }));
  assert.deepEqual([store.status(), store.get()], ["loading", { tab: 0, words: "typed", more: true }]);
  await serve();
  assert.deepEqual(store.get(), { tab: 5, words: "typed", gone: 1, more: true });
  await pass(300);
  await serve();
  assert.deepEqual([store.status(), peer.state()], ["saved", { tab: 5, words: "typed", gone: 1, more: true }]);
});

test("a member that was taken away before stays away", async () => {
  const peer = new StatePeer();
  peer.write({ a: 1, b: 2 });
  const { page, serve } = await served(peer);
  const store = page.oriel.createStore<any>({ a: 0 });
  store.set({});
  page.post(result());
  await settle();
  await serve();
  assert.deepEqual(store.get(), { b: 2 });
});

test("stores with keys keep what they have set, and get the others' members", async () => {
  const peer = new StatePeer();
  peer.write({ a: "kept a", b: "kept b" });
  const { page, serve } = await served(peer);
  const a = page.oriel.createStore("", { key: "a" });
  const b = page.oriel.createStore("", { key: "b" });
  a.set("typed");
  page.post(result());
  await settle();
  await serve();
  assert.deepEqual([a.get(), b.get()], ["typed", "kept b"]);
});

test("a state without members stays as a whole", async () => {
  for (const [initial, typed, kept, want] of [
    ["", "typed", "kept", "typed"],
    [0, 1, { a: 1 }, 1],
    [[], ["typed"], ["kept"], ["typed"]],
    [{}, { typed: 1 }, ["kept"], { typed: 1 }],
    [{}, ["typed"], { kept: 1 }, ["typed"]],
    [null, { typed: 1 }, { kept: 1 }, { typed: 1, kept: 1 }],
  ] as const) {
    const peer = new StatePeer();
    peer.write(kept);
    const { page, serve } = await served(peer);
    const store = page.oriel.createStore<unknown>(initial);
    store.set(typed);
    page.post(result());
    await settle();
    await serve();
    assert.deepEqual(store.get(), want);
  }
});

test("a state that is set before anything has connected is written after what was kept is known", async () => {
  const peer = new StatePeer();
  const { page, serve, waiting, last } = await served(peer);
  const store = page.oriel.createStore(0);
  store.set(1);
  await pass(60_000);
  assert.equal(waiting(), 0);
  page.post(result());
  await settle();
  await pass(60_000);
  assert.deepEqual([waiting(), last().get], [1, true], "nothing is written over what is not known");
  await serve();
  await pass(300);
  assert.equal(last().state, 1);
});

// Failures

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

// Others who write

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

// Another call

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

// The end

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

// State that the app keeps: what is loaded, and what is written when.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pass, settle } from "./harness.ts";
import { loaded, result, served, StatePeer } from "./statepeer.ts";

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


// State that the browser keeps, where neither host nor server does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, open, pass, settle } from "./harness.ts";
import type { Options } from "./harness.ts";
import { result, served } from "./statepeer.ts";

/** As much of a localStorage as a page uses, with room for this many characters. */
class Shelf {
  kept = new Map<string, string>();
  room: number;

  constructor(room = Infinity) {
    this.room = room;
  }

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (key.length + value.length > this.room) throw new DOMException("exceeded the quota", "QuotaExceededError");
    this.kept.set(key, value);
  }
}

const alone = (localStorage: unknown, options: Options = {}) => open({ alone: true, title: "Board", globals: { localStorage }, ...options });

/** A page in a host that calls no tools, opened for a call. */
async function inHost(localStorage: unknown, input: object, meta: object = {}, toolInfo?: object) {
  const { page } = await served(undefined, { title: "Board", globals: { localStorage } }, {});
  if (toolInfo) page.post(notification("ui/notifications/host-context-changed", { toolInfo }));
  page.post(notification("ui/notifications/tool-input", { arguments: input }));
  page.post(result(null, meta));
  await settle();
  return page;
}

test("without a host the state is there at once, and written with each change", async () => {
  const shelf = new Shelf();
  const first = (await alone(shelf)).oriel.createStore({ tab: 0 });
  assert.deepEqual([first.place(), first.status(), shelf.kept.size], ["browser", "saved", 0], "the initial state is not written");
  first.set({ tab: 1 });
  assert.equal(shelf.kept.size, 1);
  first.set({ tab: 2 });
  await settle();
  assert.deepEqual([...shelf.kept], [['oriel/1/["Board",null,null]', '{"tab":2}']]);
  const again = (await alone(shelf)).oriel.createStore({ tab: 0 });
  assert.deepEqual([again.get(), again.status()], [{ tab: 2 }, "saved"]);
});

test("a page that goes in the same task has written all", async () => {
  const shelf = new Shelf();
  const page = await alone(shelf);
  const store = page.oriel.createStore(0);
  store.set(1);
  store.set(2);
  page.dispatch("pagehide");
  assert.equal([...shelf.kept.values()][0], "2");
});

test("apps, tools and calls are told apart; equal calls are not", async () => {
  const shelf = new Shelf();
  const calls: [object, object?, object?, string?][] = [
    [{ city: "Lisbon" }],
    [{ city: "Porto" }],
    [{ city: "Lisbon" }, { viewUUID: "u1" }],
    [{ city: "Lisbon" }, { viewUUID: "u2" }],
    [{ city: "Lisbon" }, {}, { id: 1, tool: { name: "forecast" } }],
  ];
  for (const [i, call] of calls.entries()) {
    const store = (await inHost(shelf, ...(call as [object]))).oriel.createStore(-1);
    assert.deepEqual([store.place(), store.get()], ["browser", -1]);
    store.set(i);
    await pass(0);
  }
  for (const [i, call] of calls.entries()) assert.equal((await inHost(shelf, ...(call as [object]))).oriel.createStore(-1).get(), i);
  // The id of a request is another after a reload.
  const reloaded = await inHost(shelf, { city: "Lisbon" }, {}, { id: 2, tool: { name: "forecast" } });
  assert.equal(reloaded.oriel.createStore(-1).get(), 4);
});

test("a title that the view changes does not matter", async () => {
  const shelf = new Shelf();
  const page = await alone(shelf);
  const store = page.oriel.createStore(0);
  document.title = "Something else";
  store.set(1);
  await pass(0);
  assert.deepEqual([...shelf.kept.keys()], ['oriel/1/["Board",null,null]']);
});

test("the same view, called again, has the state of the second call", async () => {
  const shelf = new Shelf();
  const page = await inHost(shelf, { city: "Lisbon" });
  const store = page.oriel.createStore("");
  store.set("of Lisbon");
  page.post(notification("ui/notifications/tool-input", { arguments: { city: "Porto" } }));
  page.post(result(null));
  await settle();
  assert.equal(store.get(), "");
  assert.equal((await inHost(shelf, { city: "Lisbon" })).oriel.createStore("").get(), "of Lisbon");
});

test("where the browser has no room the page keeps the state, and the status says so", async () => {
  const shelf = new Shelf(100);
  const store = (await alone(shelf)).oriel.createStore("");
  store.set("small");
  await pass(0);
  store.set("x".repeat(200));
  await pass(0);
  assert.deepEqual([store.status(), store.error()?.code, store.get().length], ["failed", "state_full", 200]);
  await assert.rejects(store.flush(), { code: "state_full" });
  assert.equal([...shelf.kept.values()][0], '"small"', "what was kept before still is");
  store.set("smaller");
  await pass(0);
  assert.deepEqual([store.status(), store.error()], ["saved", undefined]);
});

test("where the browser keeps nothing, memory does", async () => {
  const throwing = { get: () => assert.fail("another origin"), configurable: true };
  const none = { value: null, configurable: true };
  const refusing = { value: { getItem: () => assert.fail("refused") }, configurable: true };
  for (const property of [throwing, none, refusing]) {
    const page = await open({ alone: true, before: () => void Object.defineProperty(globalThis, "localStorage", property) });
    const store = page.oriel.createStore(0);
    store.set(1);
    await store.flush();
    assert.deepEqual([store.place(), store.status(), store.get()], ["memory", "saved", 1]);
    assert.deepEqual(page.errors, []);
  }
});

test("what is not JSON is nothing", async () => {
  for (const text of ["", "{", "undefined", "null"]) {
    const shelf = new Shelf();
    shelf.kept.set('oriel/1/["Board",null,null]', text);
    assert.equal((await alone(shelf)).oriel.createStore("initial").get(), "initial");
  }
});

test("a change in another tab arrives, and what has been typed here stays", async () => {
  const shelf = new Shelf();
  const page = await alone(shelf);
  const store = page.oriel.createStore<object>({});
  store.set({ a: 1, b: 1 });
  await pass(0);
  const key = [...shelf.kept.keys()][0];
  const change = (newValue: string | null, of = key) => page.dispatch("storage", { key: of, newValue });
  change('{"a":2,"b":1}');
  assert.deepEqual([store.get(), store.status()], [{ a: 2, b: 1 }, "saved"]);
  store.set({ a: 2, b: 3 });
  change('{"a":4,"b":1}');
  assert.deepEqual([store.get(), store.status()], [{ a: 4, b: 3 }, "unsaved"]);
  await pass(0);
  assert.equal(shelf.kept.get(key!), '{"a":4,"b":3}');
  change('{"a":9}', "oriel/1/another");
  change("{", key);
  assert.deepEqual(store.get(), {});
  change(null);
  assert.deepEqual([store.get(), page.errors], [{}, []]);
});

test("changes of the first call's state in another tab do not reach the second's", async () => {
  const shelf = new Shelf();
  const page = await inHost(shelf, { city: "Lisbon" });
  const store = page.oriel.createStore("");
  store.set("of Lisbon");
  await pass(0);
  const key = [...shelf.kept.keys()][0];
  page.post(notification("ui/notifications/tool-input", { arguments: { city: "Porto" } }));
  await settle();
  page.dispatch("storage", { key, newValue: '"theirs"' });
  assert.equal(store.get(), "");
});

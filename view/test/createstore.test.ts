// A store as the view sees it, whatever keeps the state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, pass, settle } from "./harness.ts";
import type { Options, Page } from "./harness.ts";

/** A page without a host, and without a place to keep anything. */
const alone = (options: Options = {}): Promise<Page> => open({ alone: true, globals: { localStorage: undefined }, ...options });

test("the initial state, until another is set", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore({ tab: 0 });
  assert.deepEqual(store.get(), { tab: 0 });
  const next = { tab: 2 };
  store.set(next);
  assert.equal(store.get(), next, "the same object");
  store.set((now) => ({ tab: now.tab + 1 }));
  assert.deepEqual(store.get(), { tab: 3 });
});

test("without a place, the state is kept as long as the page lives, and that counts as saved", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore(0);
  assert.deepEqual([store.place(), store.status(), store.error()], ["memory", "saved", undefined]);
  store.set(1);
  await settle();
  assert.equal(store.status(), "saved");
  assert.equal(oriel.createStore(0).get(), 1, "another store of the page has it");
});

test("each change is told, after it has happened, until the function is ended", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore("a");
  const seen: string[] = [];
  const look = () => void seen.push(`${store.get()} ${store.status()}`);
  const end = store.subscribe(look);
  const endAgain = store.subscribe(look);
  store.set("b");
  assert.deepEqual(seen, ["b saving", "b saving"]);
  endAgain();
  endAgain();
  await settle();
  assert.deepEqual(seen.slice(2), ["b saved"]);
  end();
  store.set("c");
  assert.equal(seen.length, 3);
});

test("a state that is set while another is told is the last", async () => {
  const { oriel, errors } = await alone();
  const store = oriel.createStore(0);
  const seen: number[] = [];
  store.subscribe(() => {
    if (store.get() < 3) store.set((now) => now + 1);
  });
  store.subscribe(() => void seen.push(store.get()));
  store.set(1);
  assert.equal(store.get(), 3);
  assert.equal(seen.at(-1), 3);
  await pass(0);
  assert.equal(store.status(), "saved");
  assert.deepEqual(errors, []);
});

test("a subscriber that throws is reported, and stops nobody", async () => {
  const { oriel, errors } = await alone();
  const store = oriel.createStore(0);
  let told = false;
  store.subscribe(() => {
    throw new Error("subscriber");
  });
  store.subscribe(() => void (told = true));
  store.set(1);
  assert.ok(told);
  assert.match(String(errors[0]), /subscriber/);
});

test("a function that throws leaves the state as it is, and its caller hears of it", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore(1);
  assert.throws(
    () =>
      store.set(() => {
        throw new Error("updater");
      }),
    /updater/,
  );
  assert.deepEqual([store.get(), store.status()], [1, "saved"]);
});

test("stores with keys are members of one state", async () => {
  const { oriel } = await alone();
  const tab = oriel.createStore(0, { key: "tab" });
  const words = oriel.createStore<string[]>([], { key: "words" });
  const whole = oriel.createStore<object>({});
  tab.set(2);
  words.set((now) => [...now, "a"]);
  assert.deepEqual([tab.get(), words.get(), whole.get()], [2, ["a"], { tab: 2, words: ["a"] }]);
  whole.set({ tab: 5 });
  assert.deepEqual([tab.get(), words.get()], [5, []]);
  const held = words.get();
  tab.set(6);
  assert.equal(words.get(), held, "what has not changed is the same object");
});

test("a whole state that has no members has none for a key", async () => {
  const { oriel } = await alone();
  const whole = oriel.createStore<unknown>("text");
  const length = oriel.createStore(7, { key: "length" });
  for (const state of ["text", ["a", "b"], 5, null, true]) {
    whole.set(state);
    assert.equal(length.get(), 7);
  }
  length.set(8);
  assert.deepEqual(whole.get(), { length: 8 });
});

test("no key reaches a prototype", async () => {
  const { oriel } = await alone();
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const store = oriel.createStore<unknown>("initial", { key });
    assert.equal(store.get(), "initial", key);
    store.set({ polluted: true });
    assert.deepEqual(store.get(), { polluted: true }, key);
  }
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  assert.equal(oriel.createStore(1, { key: "polluted" }).get(), 1);
});

test("undefined is the initial state again; a member may be null", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore<string | null | undefined>("initial");
  store.set("other");
  store.set(undefined);
  assert.equal(store.get(), "initial");
  const member = oriel.createStore<string | null>("initial", { key: "a" });
  member.set(null);
  assert.equal(member.get(), null);
});

test("what JSON can't hold stays in the page, and the status says so", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore<unknown>(0);
  const cycle: Record<string, unknown> = {};
  cycle.cycle = cycle;
  for (const state of [1n, cycle, Symbol("s"), { toJSON: () => 1n }]) {
    store.set(() => state);
    await pass(0);
    assert.equal(store.get(), state);
    assert.equal(store.status(), "failed");
    const error = store.error();
    assert.ok(error instanceof oriel.StateError && error instanceof Error);
    assert.deepEqual([error.name, error.code], ["StateError", "state_invalid"]);
    await assert.rejects(store.flush(), { code: "state_invalid" });
  }
  store.set("fine");
  await store.flush();
  assert.deepEqual([store.status(), store.error()], ["saved", undefined]);
});

test("a million bytes of JSON are the most", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore("");
  // Each é is two bytes of UTF-8, and the quotes are two more.
  for (const [state, code] of [
    ["é".repeat(499_999), undefined],
    ["é".repeat(499_999) + "a", "state_too_large"],
    ["a".repeat(999_998), undefined],
    ["\u0000".repeat(200_000), "state_too_large"],
  ] as const) {
    store.set(state);
    await pass(0);
    assert.equal(store.error()?.code, code);
    assert.equal(store.get(), state, "and the page has it all the same");
  }
});

test("flush resolves when all is kept", async () => {
  const { oriel } = await alone();
  const store = oriel.createStore(0);
  await store.flush();
  store.set(1);
  const done = store.flush();
  store.set(2);
  await done;
  assert.equal(store.status(), "saved");
});

test("a page without stores listens to nothing", async () => {
  const page = await alone();
  assert.equal(page.listening("pagehide"), 0);
  page.oriel.createStore(0);
  page.oriel.createStore(1);
  assert.equal(page.listening("pagehide"), 1, "one is for all stores");
});

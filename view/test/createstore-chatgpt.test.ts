// State that ChatGPT keeps with the conversation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";
import { result, served } from "./statepeer.ts";

/** A window.openai that keeps a widget's state, and a page with it; `running` is a tool that has not answered. */
async function inChatGPT(widgetState: unknown = null, options: { bridge?: boolean; echo?: boolean; running?: boolean } = {}) {
  const set: unknown[] = [];
  let page: Page;
  const tell = (globals: Message) => {
    Object.assign(openai, globals);
    page.dispatch("openai:set_globals", { detail: { globals } });
  };
  const openai: Message = {
    widgetState,
    theme: "light",
    toolInput: {},
    toolOutput: options.running ? null : {},
    setWidgetState(state: unknown) {
      set.push(state);
      openai.widgetState = state;
      if (options.echo) setTimeout(() => page.dispatch("openai:set_globals", { detail: { globals: { widgetState: structuredClone(state) } } }), 50);
    },
  };
  const globals = { localStorage: undefined };
  page = options.bridge ? (await served(undefined, { openai, globals })).page : await open({ openai, globals });
  const change = (widgetState: unknown) => tell({ widgetState });
  return { page, openai, set, tell, change };
}

for (const bridge of [false, true])
  test(`the state is there at once, ${bridge ? "with" : "without"} MCP Apps beside`, async () => {
    const { page, set } = await inChatGPT({ tab: 3 }, { bridge });
    const store = page.oriel.createStore({ tab: 0 });
    assert.deepEqual([store.get(), store.status(), store.place()], [{ tab: 3 }, "saved", "host"]);
    page.post(result("a token that ChatGPT has no need of"));
    store.set({ tab: 4 });
    store.set({ tab: 5 });
    await pass(0);
    assert.deepEqual(set[0], { tab: 4 }, "in the same task");
    await settle();
    assert.deepEqual([set, store.status()], [[{ tab: 4 }, { tab: 5 }], "saved"]);
    assert.equal(page.with("tools/call").length, 0);
  });

test("null is no state", async () => {
  const { page } = await inChatGPT(null);
  assert.equal(page.oriel.createStore("initial").get(), "initial");
});

test("what ChatGPT changes later arrives, also after own changes", async () => {
  const { page, change, set } = await inChatGPT(null);
  const store = page.oriel.createStore({ tab: 0 });
  change({ tab: 1 });
  assert.deepEqual(store.get(), { tab: 1 });
  store.set({ tab: 2 });
  await pass(0);
  change({ tab: 3 });
  assert.deepEqual([store.get(), store.status()], [{ tab: 3 }, "saved"]);
  assert.deepEqual(set, [{ tab: 2 }], "and is not sent back");
});

test("what was changed here in the same moment stays", async () => {
  const { page, change, set } = await inChatGPT({ a: 1, b: 1 });
  const store = page.oriel.createStore<object>({});
  store.set({ a: 1, b: 2 });
  change({ a: 3, b: 1 });
  assert.deepEqual(store.get(), { a: 3, b: 2 });
  await settle();
  assert.deepEqual(set, [{ a: 1, b: 2 }, { a: 3, b: 2 }]);
});

test("an own state that ChatGPT tells of late does not overwrite what was typed since", async () => {
  const { page, set } = await inChatGPT(null, { echo: true });
  const store = page.oriel.createStore("");
  for (const text of ["a", "ab", "abc", "abcd"]) {
    store.set(text);
    await pass(20);
    assert.equal(store.get(), text);
  }
  await pass(1000);
  assert.deepEqual([store.get(), set.length], ["abcd", 4]);
});

for (const [when, globals] of [
  ["before the result", {}],
  ["with the result", { toolOutput: { days: 3 } }],
] as const)
  test(`what was changed before a host restores the state stays, where that comes ${when}`, async () => {
    const { page, set, tell } = await inChatGPT(undefined, { running: true });
    const store = page.oriel.createStore({ tab: 0, words: "" });
    store.set((now) => ({ ...now, words: "typed" }));
    await pass(10);
    tell({ ...globals, widgetState: { tab: 3, words: "kept", more: true } });
    assert.deepEqual(store.get(), { tab: 3, words: "typed", more: true });
    await pass(10);
    assert.deepEqual([set.at(-1), store.status()], [{ tab: 3, words: "typed", more: true }, "saved"]);
    tell({ ...globals, widgetState: { tab: 4, words: "theirs" } });
    assert.deepEqual(store.get(), { tab: 4, words: "theirs" }, "what the host says later is newer");
  });

test("a host that has told the page's own state restores no other", async () => {
  const { page, tell } = await inChatGPT(null, { running: true });
  const store = page.oriel.createStore({ tab: 0 });
  store.set({ tab: 1 });
  await pass(10);
  tell({ widgetState: { tab: 1 } });
  tell({ widgetState: { tab: 2 } });
  assert.deepEqual(store.get(), { tab: 2 });
});

test("events without a state, or of nothing, change nothing", async () => {
  const { page } = await inChatGPT("kept");
  const store = page.oriel.createStore("");
  for (const detail of [undefined, null, {}, { globals: {} }, { globals: { widgetState: null } }, { globals: { theme: "dark" } }])
    page.dispatch("openai:set_globals", { detail });
  assert.deepEqual([store.get(), page.errors], ["kept", []]);
});

test("the structured form goes to ChatGPT as it is", async () => {
  const { page, set } = await inChatGPT(null);
  const store = page.oriel.createStore<object>({});
  const structured = { modelContent: "Lisbon is picked", privateContent: { open: true }, imageIds: ["file_1"] };
  store.set(structured);
  await store.flush();
  assert.deepEqual(set, [structured]);
  assert.equal(page.oriel.createStore("", { key: "modelContent" }).get(), "Lisbon is picked");
});

test("what ChatGPT gets is pure JSON, and no object of the view's", async () => {
  const { page, set } = await inChatGPT(null);
  const state = { list: [1], skip: undefined, fn() {} };
  page.oriel.createStore<object>({}).set(state);
  await pass(0);
  state.list.push(2);
  assert.deepEqual(set, [{ list: [1] }]);
});

test("a refusal is a failure that is tried again", async () => {
  for (const refuse of [
    () => {
      throw new Error("too much");
    },
    () => Promise.reject(new Error("too much")),
    () => {
      throw Object.assign(new Error("too much"), { code: -32601 });
    },
  ]) {
    const { page, openai, set } = await inChatGPT(null);
    const keep = openai.setWidgetState;
    const store = page.oriel.createStore(0);
    openai.setWidgetState = refuse;
    store.set(1);
    await pass(0);
    assert.equal(store.get(), 1);
    if (store.place() === "host") {
      assert.deepEqual([store.status(), store.error()?.code, store.error()?.message], ["failed", "state_unreachable", "too much"]);
      openai.setWidgetState = keep;
      await pass(1000);
      assert.deepEqual([store.status(), set], ["saved", [1]]);
    } else assert.deepEqual([store.place(), store.status()], ["memory", "saved"]);
    assert.deepEqual(page.errors, []);
  }
});

test("a window.openai that keeps nothing leaves it to the next", async () => {
  const page = await open({ openai: { toolInput: {}, toolOutput: {} }, globals: { localStorage: undefined } });
  const store = page.oriel.createStore(0);
  await pass(1000);
  assert.deepEqual([store.place(), store.status()], ["memory", "saved"]);
});

test("a window.openai that comes late takes over, with all that the page shows", async () => {
  const { page } = await served();
  const store = page.oriel.createStore<object>({});
  page.post(result(null));
  await settle();
  assert.equal(store.place(), "memory");
  store.set({ typed: true });
  await pass(0);
  const set: unknown[] = [];
  Object.assign(globalThis, {
    openai: { widgetState: { kept: true }, theme: "dark", setWidgetState: (state: unknown) => void set.push(state) },
  });
  page.dispatch("openai:set_globals", { detail: { globals: { theme: "dark" } } });
  assert.deepEqual([store.place(), store.get()], ["host", { kept: true, typed: true }]);
  await pass(0);
  assert.deepEqual([set, store.status()], [[{ kept: true, typed: true }], "saved"]);
});

test("a state that can't be read is kept out", async () => {
  const hostile = {
    get a() {
      throw new Error("read");
    },
  };
  const { page } = await inChatGPT(hostile);
  const store = page.oriel.createStore<object>({});
  store.set({ b: 1 });
  await pass(0);
  assert.deepEqual(page.errors, []);
});

test("a ChatGPT that does not answer is told again, and of what is the state by then", async () => {
  const set: unknown[] = [];
  const setWidgetState = (state: unknown) => (set.push(state), set.length === 1 ? new Promise(() => {}) : undefined);
  const page = await open({ openai: { widgetState: null, setWidgetState }, globals: { localStorage: undefined } });
  const store = page.oriel.createStore({ tab: 0 });
  store.set({ tab: 1 });
  await settle();
  store.set({ tab: 2 });
  await pass(30_000);
  assert.deepEqual([store.status(), store.error()?.code, set], ["failed", "state_unreachable", [{ tab: 1 }]]);
  await pass(1000);
  assert.deepEqual([store.status(), set.at(-1)], ["saved", { tab: 2 }]);
});

test("what a ChatGPT throws may be anything", async () => {
  for (const junk of [null, 5, { code: { toString: 1 } }, { message: { toString: 1 } }]) {
    const setWidgetState = () => Promise.reject(junk);
    const page = await open({ openai: { widgetState: null, setWidgetState }, globals: { localStorage: undefined } });
    const store = page.oriel.createStore({ tab: 0 });
    store.set({ tab: 1 });
    await settle();
    assert.deepEqual([store.status(), store.error()?.code, page.errors], ["failed", "state_unreachable", []]);
  }
});

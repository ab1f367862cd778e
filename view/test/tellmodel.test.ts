// What the model is told of a state in ChatGPT's structured form.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelState } from "../src/index.ts";
import { open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { result, served } from "./statepeer.ts";

/** Until what is new has been kept, and told. */
const news = async () => {
  await settle();
  await pass(250);
};

const told = (page: Page) => page.with("ui/update-model-context").map(({ params }) => params);
const takes = { updateModelContext: { text: {}, structuredContent: {} } };

/** A page in a host that takes what the model is to know. */
async function telling(capabilities: object = takes) {
  const { page } = await served(undefined, undefined, capabilities);
  page.post(result(null));
  await settle();
  return page;
}

/** The host takes what it was told last. */
async function taken(page: Page) {
  page.post({ jsonrpc: "2.0", id: page.with("ui/update-model-context").at(-1)!.id, result: {} });
  await settle();
}

test("the model is told of the content, once it is kept, and of nothing else", async () => {
  const page = await telling();
  const store = page.oriel.createStore<ModelState>({ modelContent: "Nothing is picked" });
  page.oriel.tellModel(store);
  await news();
  await taken(page);
  assert.deepEqual(told(page), [{ content: [{ type: "text", text: "Nothing is picked" }] }]);
  store.set({ modelContent: "Lis" });
  store.set({ modelContent: { city: "Lisbon" }, privateContent: { open: true }, imageIds: ["file_1"] });
  await news();
  await taken(page);
  assert.deepEqual(told(page).slice(1), [{ content: [], structuredContent: { city: "Lisbon" } }]);
  store.set((now) => ({ ...now, privateContent: { open: false } }));
  await news();
  assert.equal(told(page).length, 2, "what is private is no news");
  store.set({});
  await news();
  assert.deepEqual(told(page)[2], { content: [] }, "and it is taken back");
});

test("a store with a key has the form for itself", async () => {
  const page = await telling();
  const store = page.oriel.createStore<ModelState>({}, { key: "picks" });
  page.oriel.tellModel(store);
  store.set({ modelContent: "Lisbon" });
  await news();
  assert.deepEqual(told(page).at(-1), { content: [{ type: "text", text: "Lisbon" }] });
});

test("what the host refuses is said again with the next change", async () => {
  const page = await telling();
  const store = page.oriel.createStore<ModelState>({ modelContent: "a" });
  page.oriel.tellModel(store);
  await news();
  page.post({ jsonrpc: "2.0", id: page.with("ui/update-model-context")[0]!.id, error: { code: -32000, message: "no" } });
  await settle();
  store.set({ modelContent: "b", privateContent: {} });
  await news();
  assert.equal(told(page).length, 2);
  assert.deepEqual(page.errors, []);
});

test("it ends", async () => {
  const page = await telling();
  const store = page.oriel.createStore<ModelState>({ modelContent: "a" });
  const end = page.oriel.tellModel(store);
  await news();
  await taken(page);
  end();
  store.set({ modelContent: "b" });
  await news();
  assert.deepEqual(told(page).slice(1), [{ content: [] }], "and what was told is taken back");
});

test("a host that does not answer is told what is new all the same", async () => {
  const page = await telling();
  const store = page.oriel.createStore<ModelState>({ modelContent: "a" });
  page.oriel.tellModel(store);
  await news();
  store.set({ modelContent: "b" });
  await news();
  assert.equal(told(page).length, 1);
  await pass(10_000);
  await news();
  assert.deepEqual(told(page)[1], { content: [{ type: "text", text: "b" }] });
});

test("two stores and what a component says make one report", async () => {
  const page = await telling();
  const { addPart } = await page.module<typeof import("../src/model/parts.ts")>("model/parts");
  const [one, two] = ["one", "two"].map((key) => page.oriel.createStore<ModelState>({ modelContent: { [key]: 1 } }, { key }));
  page.oriel.tellModel(one!);
  page.oriel.tellModel(two!);
  addPart({ content: "Shows Lisbon" });
  await news();
  await taken(page);
  const says = (structuredContent: object) => ({ content: [{ type: "text", text: "Shows Lisbon" }], structuredContent });
  assert.deepEqual(told(page), [says({ one: 1, two: 1 })]);
  two!.set({ modelContent: { two: 2 } });
  await news();
  assert.deepEqual(told(page).slice(1), [says({ one: 1, two: 2 })]);
});

test("a host that takes nothing is told nothing, nor is the model of ChatGPT twice", async () => {
  const page = await telling({});
  const store = page.oriel.createStore<ModelState>({ modelContent: "a" });
  page.oriel.tellModel(store);
  store.set({ modelContent: "b" });
  await news();
  assert.equal(told(page).length, 0);

  const set: unknown[] = [];
  const openai = { setWidgetState: (state: unknown) => void set.push(state) };
  const chatgpt = await served(undefined, { openai }, takes);
  const kept = chatgpt.page.oriel.createStore<ModelState>({});
  chatgpt.page.oriel.tellModel(kept);
  kept.set({ modelContent: "b" });
  await news();
  assert.deepEqual([set, told(chatgpt.page)], [[{ modelContent: "b" }], []]);
});

test("without a host there is nobody to tell", async () => {
  const page = await open({ alone: true, globals: { localStorage: undefined } });
  const store = page.oriel.createStore<ModelState>({});
  page.oriel.tellModel(store);
  store.set({ modelContent: "a" });
  await news();
  assert.deepEqual([page.sent, page.errors], [[], []]);
});

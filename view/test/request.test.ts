import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";

/** Asks through the core, as calls do. */
const asking = async (page: Page) => {
  const { ask } = await page.module<typeof import("../src/protocol/ask.ts")>("protocol/ask");
  return (options?: Parameters<typeof ask>[4], byOpenAI?: Parameters<typeof ask>[2]) =>
    ask("test/ask", { a: 1 }, byOpenAI, undefined, options);
};
const asked = (page: Page): Message => page.with("test/ask").at(-1) as Message;
const cancelled = (page: Page) => page.with("notifications/cancelled").map(({ params }) => params);

test("progress is asked for only where somebody listens, and goes to its own request", async () => {
  const page = await connect();
  const ask = await asking(page);
  const heard: unknown[] = [];
  void ask();
  await settle();
  assert.deepEqual(asked(page).params, { a: 1 });
  const answer = ask({ onProgress: (progress) => heard.push(progress) });
  await settle();
  const { id, params } = asked(page);
  assert.deepEqual(params, { a: 1, _meta: { progressToken: id } });
  page.post(notification("notifications/progress", { progressToken: id, progress: 1, total: 3, message: "one" }));
  page.post(notification("notifications/progress", { progressToken: id - 1, progress: 5 }));
  page.post(notification("notifications/progress", { progressToken: "x", progress: 5 }));
  page.post(notification("notifications/progress", undefined));
  page.post(notification("notifications/progress", { progressToken: id, progress: 2 }));
  page.post({ jsonrpc: "2.0", id, result: "done" });
  assert.equal(await answer, "done");
  page.post(notification("notifications/progress", { progressToken: id, progress: 3 }));
  assert.deepEqual(heard, [
    { progress: 1, total: 3, message: "one" },
    { progress: 2 },
  ]);
  assert.deepEqual(page.errors, []);
});

test("a listener for progress that throws stops nothing", async () => {
  const page = await connect();
  const ask = await asking(page);
  const answer = ask({
    onProgress: () => {
      throw new Error("broken");
    },
  });
  await settle();
  const { id } = asked(page);
  page.post(notification("notifications/progress", { progressToken: id, progress: 1 }));
  page.post({ jsonrpc: "2.0", id, result: 1 });
  assert.equal(await answer, 1);
  assert.deepEqual(page.errors.map(String), ["Error: broken"]);
});

test("an abort rejects with its reason and tells the host, once", async () => {
  const page = await connect();
  const ask = await asking(page);
  const abort = new AbortController();
  const answer = ask({ signal: abort.signal });
  await settle();
  const { id } = asked(page);
  abort.abort(new Error("enough"));
  await assert.rejects(answer, /enough/);
  assert.deepEqual(cancelled(page), [{ requestId: id, reason: "Error: enough" }]);
  page.post({ jsonrpc: "2.0", id, result: "late" });
  await settle();
  await assert.rejects(ask({ signal: abort.signal }), /enough/);
  assert.equal(page.with("test/ask").length, 1, "nothing is asked in vain");
  assert.equal(cancelled(page).length, 1);
});

test("an abort after the answer says nothing", async () => {
  const page = await connect();
  const ask = await asking(page);
  const abort = new AbortController();
  const answer = ask({ signal: abort.signal });
  await settle();
  page.post({ jsonrpc: "2.0", id: asked(page).id, result: "in time" });
  assert.equal(await answer, "in time");
  abort.abort();
  assert.deepEqual(cancelled(page), []);
});

test("an abort ends the waiting for a host too", async () => {
  const page = await open();
  const ask = await asking(page);
  const abort = new AbortController();
  const answer = ask({ signal: abort.signal });
  abort.abort("too slow");
  await assert.rejects(answer, (reason) => reason === "too slow");
  await page.answer();
  await settle();
  assert.deepEqual(page.with("test/ask"), []);
});

test("an abort ends what window.openai does not end", async () => {
  const page = await open({ openai: { think: () => new Promise(() => {}) } });
  await pass(1000);
  const ask = await asking(page);
  const abort = new AbortController();
  const answer = ask({ signal: abort.signal }, ["think"]);
  await settle();
  abort.abort("too slow");
  await assert.rejects(answer, (reason) => reason === "too slow");
  assert.deepEqual(cancelled(page), []);
});

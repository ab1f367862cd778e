import assert from "node:assert/strict";
import { test } from "node:test";

import type { Json } from "../wire.ts";
import { Writing } from "../writing.ts";

const args = { city: "Faro", days: ["Monday"] };

/** Resolves after the next change. */
function change(writing: Writing): Promise<void> {
  return new Promise((resolve) => (writing.changed = resolve));
}

test("a paused writing sends a piece for each step, and the rest when it goes on", async () => {
  const writing = new Writing(true);
  const sent: Json[] = [];
  const begun = change(writing);
  const written = writing.write(args, Promise.resolve(), new AbortController().signal, (part) => sent.push(part));
  await begun;
  assert.deepEqual([writing.sent, sent.length, writing.total > 2], [0, 0, true]);
  for (const count of [1, 2]) {
    writing.step();
    await change(writing);
    assert.deepEqual([writing.sent, sent.length, writing.paused], [count, count, true]);
  }
  writing.resume();
  await written;
  assert.deepEqual([writing.sent, writing.over], [writing.total, true]);
});

test("the last piece stays until the person goes on", async () => {
  const writing = new Writing(true);
  let over = false;
  const written = writing.write({ a: 1 }, Promise.resolve(), new AbortController().signal, () => undefined);
  void written.then(() => (over = true));
  await change(writing);
  while (writing.sent < writing.total) {
    writing.step();
    await change(writing);
  }
  await new Promise(setImmediate);
  assert.equal(over, false);
  writing.step();
  await written;
});

test("a paused writing ends when the call is stopped", async () => {
  const writing = new Writing(true);
  const control = new AbortController();
  const sent: Json[] = [];
  const written = writing.write(args, Promise.resolve(), control.signal, (part) => sent.push(part));
  await change(writing);
  control.abort();
  await written;
  assert.deepEqual([sent, writing.over], [[], true]);
});

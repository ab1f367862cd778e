import assert from "node:assert/strict";
import { test } from "node:test";

import { Meter } from "../../../sandbox/web/meter.ts";
import { messageSize as sizeUpTo } from "../../../../../view/src/host/messagesize.ts";
import { MESSAGE_LIMIT } from "../frame/frame.ts";
import { SizeGuard } from "../frame/size.ts";

const messageSize = (data: unknown) => sizeUpTo(data, MESSAGE_LIMIT);

test("a meter lets a burst through and then its rate", () => {
  const meter = new Meter({ perSecond: 200, burst: 400 }, 0);
  const taken = (count: number, now: number) =>
    Array.from({ length: count }, () => meter.take(1, now)).filter(Boolean).length;
  assert.equal(taken(500, 0), 400);
  assert.equal(taken(500, 1000), 200);
  assert.equal(taken(1, 1001), 0);
  assert.equal(taken(1, 1005), 1);
  assert.equal(taken(500, 100_000), 400, "no more than the burst is saved up");
});

test("a clock that jumps back gains nothing", () => {
  const meter = new Meter({ perSecond: 1, burst: 1 }, 1000);
  assert.equal(meter.take(1, 1000), true);
  assert.equal(meter.take(1, 0), false);
  assert.equal(meter.take(1, 1000), false);
});

test("the size of a message is that of its JSON", () => {
  assert.equal(messageSize({ a: 1 }), 7);
  for (const message of [[], {}, [1, "a"], { a: [null, true, false, 1.5, { b: {} }] }, "x", 7, null]) {
    assert.equal(messageSize(message), JSON.stringify(message).length, JSON.stringify(message));
  }
  const ring: Record<string, unknown> = {};
  ring["self"] = ring;
  for (const message of [
    ring,
    1n,
    undefined,
    () => 0,
    new Map([[1, 2]]),
    { a: [new Set([1])] },
    new ArrayBuffer(9),
    new Date(0),
  ]) {
    assert.equal(messageSize(message), Infinity);
  }
});

test("a small message that is endless as JSON is measured in no time", () => {
  let doubled: unknown[] = [];
  for (let i = 0; i < 60; i++) {
    doubled = [doubled, doubled];
  }
  let deep: unknown = 1;
  for (let i = 0; i < 10_000; i++) {
    deep = { deep };
  }
  const wide: unknown[] = [];
  wide.push(wide, wide, wide);
  const started = performance.now();
  assert.ok(messageSize(doubled) > MESSAGE_LIMIT);
  assert.equal(messageSize(deep), Infinity);
  assert.equal(messageSize(wide), Infinity);
  assert.equal(messageSize(new Uint8Array(1000)), Infinity);
  assert.ok(messageSize(Array(4e9)) > MESSAGE_LIMIT);
  assert.ok(performance.now() - started < 30_000);
});

test("a file of 12 MB in base64 passes, one of 17 MB of text does not", () => {
  assert.ok(messageSize({ blob: "A".repeat(16e6) }) <= MESSAGE_LIMIT);
  assert.ok(messageSize({ text: "A".repeat(17 * 1024 * 1024) }) > MESSAGE_LIMIT);
});

test("a height is followed within the limits", () => {
  const guard = new SizeGuard({ maxHeight: 500 }, 320);
  assert.deepEqual(guard.ask(200.4, 0), { height: 200 });
  assert.deepEqual(guard.ask(200, 2000), { ignored: "same" });
  assert.deepEqual(guard.ask(9000, 4000), { height: 500 });
  assert.deepEqual(guard.ask(-5, 6000), { height: 0 });
  assert.deepEqual(new SizeGuard({}, 320).ask(1e9, 0), { height: 10_000 });
});

test("back and forth between two heights ends at the larger", () => {
  const guard = new SizeGuard({}, 300);
  const answers = Array.from({ length: 8 }, (_, i) => guard.ask(i % 2 === 0 ? 400 : 415, i * 16));
  assert.deepEqual(answers[5], { ignored: "loop" });
  assert.deepEqual(answers[7], { ignored: "settling" });
  assert.equal(guard.height, 415);
  assert.deepEqual(guard.ask(350, 10_000), { height: 350 }, "after a pause it follows again");
});

test("growing for ever is stopped, an animation is not", () => {
  const runaway = new SizeGuard({}, 300);
  const answers = Array.from({ length: 200 }, (_, i) => runaway.ask(301 + i, i * 16));
  assert.equal(answers.filter((answer) => "ignored" in answer && answer.ignored === "loop").length, 1);
  const animation = new SizeGuard({}, 300);
  const steps = Array.from({ length: 60 }, (_, i) => animation.ask(301 + i, i * 16));
  assert.ok(steps.every((answer) => "height" in answer));
});

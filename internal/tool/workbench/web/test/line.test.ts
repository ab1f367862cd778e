import assert from "node:assert/strict";
import { test } from "node:test";

import { limits } from "../../../sandbox/web/meter.ts";
import { fakeFrame, placed } from "./fakeframe.ts";

/** The page's end of the line to a document that stands by. */
class Line {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onmessageerror: (() => void) | undefined;
  readonly sent: unknown[] = [];
  closed = false;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  close(): void {
    this.closed = true;
  }
}

// A frame whose document stands by, and has given the page a line.
function world() {
  const told: unknown[] = [];
  const heard: unknown[] = [];
  const fake = fakeFrame({ own: (data) => heard.push(data) > 0, status: (...status) => told.push(status) });
  const line = new Line();
  let standby = 0;
  fake.frame.standBy(placed("waiting"), () => (standby += 1));
  fake.says("ui/notifications/sandbox-proxy-ready");
  fake.says("ui/notifications/sandbox-document-loaded");
  fake.says("oriel/dev/standby", [line]);
  return { ...fake, line, told, heard, standby: () => standby };
}

test("a document that stands by has one line to the page", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { frame, line, says, heard, standby } = world();
  const other = new Line();
  says("oriel/dev/standby", [other]);
  assert.equal(standby(), 1);
  frame.write(placed("view"), "<p>new</p>", { draft: 1 });
  assert.deepEqual(line.sent, [{ text: "<p>new</p>", restore: { draft: 1 } }]);
  line.onmessage?.({ data: { answer: 1 } });
  assert.deepEqual(heard, [{ answer: 1 }]);
  assert.deepEqual([other.sent, other.onmessage], [[], undefined]);
  frame.remove();
  assert.ok(line.closed);
});

test("a view that loads itself anew is spoken to through the proxy again", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { frame, line, posted, says } = world();
  frame.write(placed("view"), "<p>new</p>", undefined);
  says("ui/notifications/sandbox-document-loaded");
  frame.sendOwn({ ask: 1 });
  assert.ok(!line.closed);
  assert.deepEqual(line.sent.at(-1), { ask: 1 });
  says("ui/notifications/sandbox-document-loaded");
  assert.ok(line.closed);
  const before = posted.length;
  frame.sendOwn({ ask: 2 });
  assert.deepEqual(posted.slice(before), [{ ask: 2 }]);
  assert.deepEqual(line.sent.at(-1), { ask: 1 });
  frame.remove();
});

test("what comes over the line is bounded as what comes through the proxy", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { frame, line, told, heard } = world();
  frame.write(placed("view"), "<p>new</p>", undefined);
  const data = { text: "x".repeat(8 << 20) };
  const most = limits.bytes.burst / (8 << 20);
  for (let i = 0; i < most + 20; i += 1) {
    line.onmessage?.({ data });
  }
  assert.equal((told.at(-1) as string[])[1], "flooded");
  assert.ok(heard.length > 0 && heard.length <= most + 10, `${heard.length} were heard`);
  assert.ok(line.closed);
});

test("more messages over the line than the limit end the view", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { frame, line, told, heard } = world();
  frame.write(placed("view"), "<p>new</p>", undefined);
  for (let i = 0; i < 2 * limits.count.burst; i += 1) {
    line.onmessage?.({ data: { i } });
  }
  assert.equal((told.at(-1) as string[])[1], "flooded");
  assert.ok(heard.length >= limits.count.burst && heard.length < 2 * limits.count.burst, `${heard.length} were heard`);
});

test("what can't be read ends the view", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { frame, line, told } = world();
  frame.write(placed("view"), "<p>new</p>", undefined);
  line.onmessageerror?.();
  assert.equal((told.at(-1) as string[])[0], "error");
  assert.ok(line.closed);
});

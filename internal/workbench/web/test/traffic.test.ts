import assert from "node:assert/strict";
import { test } from "node:test";

import { Feed, offset, splitMethod } from "../traffic.ts";
import type { ServerEvent } from "../wire.ts";

function message(seq: number, time: number): ServerEvent {
  const about = { server: "s", profile: "claude", direction: "sent", kind: "request", method: "m" } as const;
  return { type: "message", seq, time, ...about };
}

function log(text: string, level = "warning"): ServerEvent {
  return { type: "log", level, text };
}

test("a log line becomes an entry, behind the message before it", () => {
  const feed = new Feed();
  feed.opened();
  const early = feed.take(log("early"), 5);
  assert.deepEqual([early?.time, early?.method, early?.lane, early?.kind], [5, "log", "log", "notification"]);
  assert.equal(feed.take(message(1, 100), 200)?.method, "m");
  const entry = feed.take(log("camera is left out", "error"), 200);
  assert.deepEqual([entry?.time, entry?.kind], [100, "error"]);
  assert.deepEqual(entry?.body, { level: "error", text: "camera is left out" });
  assert.equal(feed.take({ type: "ping" }, 200), undefined);
  assert.equal(feed.take({ type: "server", id: "s", status: "ready" }, 200), undefined);
});

test("what a new connection repeats is taken once", () => {
  const feed = new Feed();
  const history = [message(1, 100), log("a"), message(2, 110), log("b")];
  const taken = (events: ServerEvent[]) => events.filter((event) => feed.take(event, 0) !== undefined).length;
  feed.opened();
  assert.equal(taken(history), 4);
  feed.opened();
  assert.equal(taken([...history, log("c"), message(3, 120), log("b")]), 3);
});

test("a method's name is cut before its last part", () => {
  assert.deepEqual(splitMethod("ui/notifications/tool-result"), ["ui/notifications/", "tool-result"]);
  assert.deepEqual(splitMethod("initialize"), ["", "initialize"]);
  assert.deepEqual(splitMethod("odd/"), ["", "odd/"]);
  assert.deepEqual(splitMethod(""), ["", ""]);
});

test("time counts from the page's load, and back from it", () => {
  assert.equal(offset(0), "0:00.000");
  assert.equal(offset(61_234.9), "1:01.234");
  assert.equal(offset(-2500), "\u22120:02.500");
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { Feed, matches, offset, splitMethod } from "../traffic.ts";
import type { Entry } from "../traffic.ts";
import type { ServerEvent } from "../wire.ts";

function message(seq: number, time: number): ServerEvent {
  const about = { server: "s", profile: "claude", direction: "sent", kind: "request", method: "m" } as const;
  return { type: "message", seq, time, bytes: 2, ...about };
}

function log(text: string, time: number, level = "warning"): ServerEvent {
  return { type: "log", time, level, text };
}

test("a log line becomes an entry", () => {
  const feed = new Feed();
  feed.opened();
  const early = feed.take(log("early", 5));
  assert.deepEqual([early?.time, early?.method, early?.lane, early?.kind], [5, "log", "log", "notification"]);
  assert.equal(feed.take(message(1, 100))?.method, "m");
  const entry = feed.take(log("camera is left out", 100, "error"));
  assert.deepEqual([entry?.time, entry?.kind], [100, "error"]);
  assert.deepEqual(entry?.body, { level: "error", text: "camera is left out" });
  assert.equal(feed.take({ type: "ping" }), undefined);
  assert.equal(feed.take({ type: "server", id: "s", status: "ready" }), undefined);
});

test("what a new connection repeats is taken once", () => {
  const feed = new Feed();
  const history = [message(1, 100), log("a", 100), message(2, 110), log("b", 110)];
  const taken = (events: ServerEvent[]) => events.filter((event) => feed.take(event) !== undefined).length;
  feed.opened();
  assert.equal(taken(history), 4);
  feed.opened();
  assert.equal(taken([...history, log("c", 110), message(3, 120), log("b", 120)]), 3);
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

test("what a server wrote in place of JSON-RPC, and what is remarked, are kept", () => {
  const feed = new Feed();
  feed.opened();
  const about = { type: "message", time: 1, bytes: 2, server: "s", profile: "claude", direction: "received" } as const;
  const noise = feed.take({ ...about, seq: 1, kind: "noise", body: { text: "hello" } });
  assert.deepEqual([noise?.kind, noise?.method, noise?.body], ["noise", "noise", { text: "hello" }]);
  const late = feed.take({ ...about, seq: 2, kind: "response", id: "1", note: "nobody waits for this answer" });
  assert.deepEqual([late?.method, late?.note], ["", "nobody waits for this answer"]);
  assert.equal(matches(late as Entry, { text: "nobody", profile: "", kind: "" }), true);
});

test("lines with a time of their own are told apart by it", () => {
  const feed = new Feed();
  const line = (time: number): ServerEvent => ({ type: "log", level: "warning", text: "again", time });
  feed.opened();
  assert.deepEqual(
    [line(1), line(2), line(2)].map((event) => feed.take(event)?.time),
    [1, 2, 2],
  );
  feed.opened();
  assert.deepEqual(
    [line(1), line(2), line(2), line(2), line(3)].map((event) => feed.take(event)?.time),
    [undefined, undefined, undefined, 2, 3],
  );
});

test("printed lines that a new connection repeats are taken once, equal ones as often as they came", () => {
  const feed = new Feed();
  const line = (text: string, time = 1) => ({ type: "stderr", time, server: "s", profile: "p", text }) as const;
  const fresh = (events: ReturnType<typeof line>[]) => events.filter((event) => feed.printed(event)).length;
  feed.opened();
  assert.equal(fresh([line("a"), line("a"), line("b")]), 3);
  feed.opened();
  assert.equal(fresh([line("a"), line("b")]), 0, "in another order, from a history that is cut");
  feed.opened();
  assert.equal(fresh([line("a"), line("a"), line("b"), line("a"), line("b", 2)]), 2);
});

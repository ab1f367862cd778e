import assert from "node:assert/strict";
import { test } from "node:test";

import { countText, Feed, matches, offset, Pairing, splitMethod, subjectOf } from "../traffic.ts";
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

test("messages name the tool, prompt or URI that they are about, and answers that of their request", () => {
  const about: [body: unknown, subject: string | undefined][] = [
    [{ method: "tools/call", params: { name: "day", arguments: { name: "x" } } }, "day"],
    [{ method: "resources/read", params: { uri: "ui://a/b" } }, "ui://a/b"],
    [{ method: "completion/complete", params: { ref: { type: "ref/prompt", name: "greet" } } }, "greet"],
    [{ method: "ui/open-link", params: { url: "https://a.example" } }, "https://a.example"],
    [{ type: "tool", payload: { toolName: "day", params: {} } }, "day"],
    [{ method: "tools/call", params: { name: "x".repeat(999) } }, "x".repeat(300)],
    [{ method: "tools/list" }, undefined],
    [{ method: "tools/call", params: { name: 3 } }, undefined],
    [null, undefined],
  ];
  for (const [body, subject] of about) {
    assert.equal(subjectOf(body), subject, JSON.stringify(body));
  }
  const feed = new Feed();
  feed.opened();
  const take = (seq: number, id: string, change: object) => feed.take({ ...message(seq, 1), id, ...change } as ServerEvent);
  assert.equal(take(1, "7", { body: { name: "day", arguments: {} } })?.subject, "day");
  assert.equal(take(2, "7", { kind: "response", body: { result: {} } })?.subject, undefined, "another's answer");
  assert.equal(take(3, "7", { kind: "response", direction: "received", body: { result: {} } })?.subject, "day");
  assert.equal(take(4, "7", { kind: "error", direction: "received" })?.subject, undefined);

  const pairing = new Pairing();
  const asked = pairing.entry("p", "in", { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "a:b" } }, 1, 1);
  const answer = pairing.entry("p", "out", { jsonrpc: "2.0", id: 1, result: {} }, 1, 5);
  assert.deepEqual([asked.subject, answer.subject, answer.method, answer.durationMs], ["a:b", "a:b", "resources/read", 4]);
  assert.equal(matches(answer, { text: "A:B", profile: "", kind: "" }), true);
});

test("the count says what is missing", () => {
  const rows = { shown: 5, all: 5, held: undefined, dropped: 0 };
  assert.equal(countText(rows), "5");
  assert.equal(countText({ ...rows, shown: 2, held: 3 }), "2 of 5 · paused, 3 new");
  assert.equal(countText({ ...rows, dropped: 1 }), "5 · 1 earlier message dropped");
  assert.equal(countText({ ...rows, dropped: 8000 }), "5 · 8,000 earlier messages dropped");
});

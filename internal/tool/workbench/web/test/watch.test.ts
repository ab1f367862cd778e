import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";

import type { Pending, Report } from "../../../sandbox/web/report.ts";
import { Health } from "../frame/health.ts";
import { Watch } from "../frame/watch.ts";
import type { ViewDocument } from "../wire.ts";
import { fakeFrame, placed } from "./fakeframe.ts";

/** A reporter's port, and what it was asked. */
function reporter() {
  const asked: unknown[] = [];
  let isOpen = true;
  const port = { onmessage: (_: { data: Report }) => undefined, postMessage: (look: unknown) => asked.push(look), close: () => (isOpen = false) };
  return { port: port as unknown as MessagePort, asked, tell: (data: Report) => port.onmessage({ data }), isOpen: () => isOpen };
}

const look = (shows: "something" | "nothing"): Report => ({ kind: "look", shows, detail: "", pending: [], loading: false });

function world({ mock }: TestContext) {
  mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  mock.method(performance, "now", () => now);
  const element = { dataset: {} as Record<string, string> };
  const health = new Health(element as never, { changed: () => undefined, found: () => undefined });
  const watch = new Watch(health, {
    waiting: () => "",
    refused: () => undefined,
    look: () => ({ background: "white", theme: "light" }),
    isFlat: () => w.flat,
  });
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; mock.timers.tick(50)) {
      now += 50;
    }
  };
  const sleep = (ms: number) => (now += ms);
  const w = { watch, data: element.dataset, pass, sleep, flat: false };
  return w;
}

test("a view that loads its own document again has a warning, and is not taken for stuck", (t) => {
  const { watch, data, pass } = world(t);
  const [first, second] = [reporter(), reporter()];
  watch.connect(first.port);
  watch.begin();
  watch.ready();
  pass(3000);
  assert.equal(first.asked.length, 1);
  watch.connect(second.port);
  pass(20_000);
  assert.deepEqual([data["health"], first.asked.length, second.isOpen()], ["warning", 1, false]);
  assert.match(data["reason"] ?? "", /^The view has loaded its own document again/);
});

test("only what was asked for counts as a look", (t) => {
  const { watch, data, pass } = world(t);
  const { port, tell } = reporter();
  watch.connect(port);
  watch.begin();
  watch.ready();
  tell(look("something"));
  assert.equal(data["health"], undefined);
  pass(3000);
  tell(look("something"));
  assert.equal(data["health"], "ok");
});

test("a view that has ended gets no reports any more", (t) => {
  const { watch, data, pass } = world(t);
  const { port, tell, isOpen } = reporter();
  watch.connect(port);
  watch.begin();
  tell({ kind: "rejection", text: "late", stack: "", id: 1 });
  watch.end();
  pass(5000);
  assert.deepEqual([data["health"], isOpen()], [undefined, false]);
});

test("a page of another site can't be its own reporter", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const external of [false, true]) {
    const { port } = reporter();
    const listener = port.onmessage;
    const { frame, says } = fakeFrame({});
    frame.open({ ...placed("view"), external } as ViewDocument);
    says("ui/notifications/sandbox-reporter", [port]);
    assert.equal(port.onmessage === listener, external);
    frame.remove();
  }
});

/** A view that has its result, and whose reporter answers each look with what it shows. */
function shown(t: TestContext, more: { pending?: Pending[]; flat?: boolean } = {}) {
  const w = world(t);
  const { port, asked, tell } = reporter();
  const state = { shows: "something" as "something" | "nothing", answers: true, pending: more.pending ?? [] };
  w.flat = more.flat ?? false;
  w.watch.connect(port);
  w.watch.begin();
  w.watch.ready();
  let answered = 0;
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      w.pass(50);
      if (state.answers && asked.length > answered) {
        answered = asked.length;
        tell({ ...look(state.shows), pending: state.pending } as Report);
      }
    }
  };
  return { ...w, asked, tell, state, pass };
}

test("a view that is well is looked at seldom, and found to be empty later", (t) => {
  const { data, state, asked, pass } = shown(t);
  pass(4000);
  assert.equal(data["health"], "ok");
  const looks = asked.length;
  pass(60_000);
  assert.equal(asked.length - looks, 12);
  state.shows = "nothing";
  pass(11_000);
  assert.deepEqual([data["health"], data["reason"]?.slice(0, 21)], ["broken", "Nothing is to be seen"]);
  state.shows = "something";
  pass(6000);
  assert.equal(data["health"], "ok");
});

test("a view that shows nothing for a moment only stays well", (t) => {
  const { data, state, pass } = shown(t);
  pass(4000);
  for (let i = 0; i < 10; i++) {
    state.shows = "nothing";
    pass(3500);
    assert.equal(data["health"], "ok");
    state.shows = "something";
    pass(5500);
  }
});

test("after an exception a view is looked at again at once", (t) => {
  const { data, state, asked, tell, pass } = shown(t);
  pass(4000);
  const looks = asked.length;
  state.shows = "nothing";
  tell({ kind: "exception", text: "gone", stack: "" });
  pass(1000);
  assert.ok(asked.length > looks);
  assert.equal(data["reason"], "Uncaught gone");
});

test("scripts that do not pause are found four seconds after the result, however well the view was", (t) => {
  const { data, state, pass } = shown(t);
  state.answers = false;
  pass(5000);
  assert.match(data["reason"] ?? "", /^The view's scripts have not paused/);
  state.answers = true;
  pass(4000);
  assert.equal(data["health"], "ok");
  state.answers = false;
  pass(10_000);
  assert.match(data["reason"] ?? "", /^The view's scripts have not paused/);
});

test("a page that was asleep does not take its views for stuck", (t) => {
  const { data, state, sleep, pass } = shown(t);
  pass(4000);
  state.answers = false;
  pass(5000);
  sleep(60_000);
  pass(300);
  assert.equal(data["health"], "ok");
});

test("a request that is awaited is a warning, also before the result", (t) => {
  const { data, state, pass } = shown(t, { pending: [{ what: "fetch", address: "https://a.example/news" }] });
  pass(2000);
  assert.equal(data["health"], undefined);
  pass(3000);
  assert.deepEqual([data["health"], data["reason"]], ["warning", "The fetch https://a.example/news has not arrived"]);
  state.pending = [];
  pass(2000);
  assert.equal(data["health"], "ok");
});

test("a frame without a height shows nothing, whatever its document has", (t) => {
  const { data, pass } = shown(t, { flat: true });
  pass(4000);
  assert.deepEqual([data["health"], data["reason"]], ["broken", "Nothing is to be seen: the view has asked for a height of 0 pixels"]);
});

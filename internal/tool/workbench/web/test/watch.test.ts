import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";

import type { Report } from "../../../sandbox/web/report.ts";
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
    isFlat: () => false,
  });
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; mock.timers.tick(50)) {
      now += 50;
    }
  };
  return { watch, data: element.dataset, pass };
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

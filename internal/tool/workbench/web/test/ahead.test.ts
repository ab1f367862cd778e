import assert from "node:assert/strict";
import { test } from "node:test";

import { Ahead } from "../ahead.ts";
import type { ViewDocument } from "../wire.ts";

const view = (uri: string) => ({ kind: "view", uri, write: "<p>" }) as ViewDocument;

test("what is sent ahead is had once, whether it comes before or after somebody waits for it", async () => {
  const ahead = new Ahead();
  ahead.take("a", { change: 3, view: view("ui://x/1") });
  assert.equal((await ahead.of("a", 3))?.uri, "ui://x/1");

  const waited = ahead.of("a", 4);
  ahead.take("b", { change: 4, view: view("ui://x/other") });
  ahead.take("a", { change: 4, view: view("ui://x/2") });
  assert.equal((await waited)?.uri, "ui://x/2");
});

test("a document of an older change is not taken, nor is one waited for for ever", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ahead = new Ahead();
  ahead.take("a", { change: 3, view: view("ui://x/1") });
  assert.equal(await ahead.of("a", 4), undefined);
  const older = ahead.of("b", 4);
  ahead.take("b", { change: 3, view: view("ui://x/1") });
  assert.equal(await older, undefined);

  const none = ahead.of("c", 5);
  t.mock.timers.tick(1000);
  assert.equal(await none, undefined);

  const refused = ahead.of("d", 6);
  ahead.take("d", { change: 6, view: undefined });
  assert.equal(await refused, undefined);
});

test("what nobody takes is not kept without limit", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ahead = new Ahead();
  for (let i = 0; i < 40; i++) {
    ahead.take(String(i), { change: 1, view: view(String(i)) });
  }
  assert.equal((await ahead.of("39", 1))?.uri, "39");
  const gone = ahead.of("0", 1);
  t.mock.timers.tick(1000);
  assert.equal(await gone, undefined);
});

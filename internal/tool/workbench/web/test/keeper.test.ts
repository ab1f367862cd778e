import assert from "node:assert/strict";
import { mock, test } from "node:test";

import type { Run } from "../bench.ts";
import { Keeper, keptRun, NOTHING_KEPT, withSaid } from "../keeper.ts";
import type { KeptRun, KeptTalk } from "../keeper.ts";
import { profileOf } from "../../../../../view/test/host/fake.ts";

mock.timers.enable({ apis: ["setTimeout"] });

type Sent = [page: string, run: number, part: string, value: unknown];

const run: Run = { server: "s", tool: { name: "day" }, args: { city: "Faro" }, profiles: [profileOf("chatgpt")], stream: false };

/** A keeper, what it has sent, and a function that lets the newest requests end. */
function keeping(page: string, last = NOTHING_KEPT) {
  const sent: Sent[] = [];
  const open: (() => void)[] = [];
  const keep = (...one: Sent) => (sent.push(one), new Promise<void>((resolve) => open.push(resolve)));
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const end = async () => {
    open.splice(0).forEach((resolve) => resolve());
    await pass(0);
  };
  return { keeper: new Keeper({ keep }, page, last), sent, pass, end };
}

test("a run and its parts are kept, the newest value of each", async () => {
  const { keeper, sent, pass } = keeping("secret");
  keeper.start(run);
  keeper.call("test", { result: { content: [] }, durationMs: 1 });
  keeper.talk("test", { said: [], state: 1 });
  keeper.talk("test", { said: [], state: 2 });
  assert.deepEqual(sent, []);
  await pass(1000);
  assert.deepEqual(sent, [
    ["secret", 1, "run", { server: "s", tool: { name: "day" }, args: { city: "Faro" }, profiles: ["test"] }],
    ["secret", 1, "call:test", { result: { content: [] }, durationMs: 1 }],
    ["secret", 1, "talk:test", { said: [], state: 2 }],
  ]);
});

test("an older value can't arrive last", async () => {
  const { keeper, sent, pass, end } = keeping("secret");
  keeper.talk("test", { said: [], state: 1 });
  await pass(1000);
  keeper.talk("test", { said: [], state: 2 });
  await pass(1000);
  assert.equal(sent.length, 1, "the first is still under way");
  await end();
  await pass(1000);
  assert.deepEqual(sent.map(([, , , value]) => value), [{ said: [], state: 1 }, { said: [], state: 2 }]);
});

test("what waits is sent when the page ends", async () => {
  const { keeper, sent } = keeping("secret");
  keeper.talk("test", { said: [], state: 1 });
  void keeper.flush();
  assert.equal(sent.length, 1);
});

test("a card that begins anew removes what was kept of it, and only that", async () => {
  const { keeper, sent, pass } = keeping("secret", { run: 7, parts: { run: {}, "call:test": {} } });
  keeper.call("test", undefined);
  keeper.talk("test", undefined);
  keeper.call("other", undefined);
  await pass(1000);
  assert.deepEqual(sent, [["secret", 7, "call:test", null]]);
});

test("a card that is added later is kept with the run", async () => {
  const { keeper, sent, pass, end } = keeping("secret");
  keeper.start(run);
  await pass(1000);
  await end();
  keeper.add("auto");
  keeper.add("auto");
  keeper.call("auto", { result: { content: [] }, durationMs: 1 });
  await pass(1000);
  const parts = Object.fromEntries(sent.map(([, , part, value]) => [part, value]));
  assert.deepEqual(keptRun({ run: 1, parts })?.cards["auto"], { call: { result: { content: [] }, durationMs: 1 } });
  const later = keeping("secret", { run: 1, parts: { run: parts["run"] } });
  later.keeper.add("claude");
  await later.pass(1000);
  assert.deepEqual((later.sent[0]?.[3] as KeptRun).profiles, ["claude", "auto", "test"], "also after a reload");
});

test("a new run has a new number, and drops what waits of the last one", async () => {
  const { keeper, sent, pass } = keeping("secret", { run: 7, parts: { "talk:test": {} } });
  keeper.talk("test", { said: [], state: 1 });
  keeper.start(run);
  keeper.talk("test", undefined);
  await pass(1000);
  assert.deepEqual(sent.map(([, number, part]) => [number, part]), [[8, "run"]]);
});

test("without a secret, nothing is kept", async () => {
  const { keeper, sent, pass } = keeping("");
  keeper.start(run);
  await pass(1000);
  assert.deepEqual(sent, []);
});

test("what a view says is kept, the newest, and nothing long", () => {
  let talk: KeptTalk = { said: [] };
  for (let i = 0; i < 100; i++) {
    talk = withSaid(talk, { intent: String(i), params: {} });
  }
  assert.deepEqual([talk.said.length, talk.said.at(-1)], [40, { intent: "99", params: {} }]);
  assert.equal(withSaid(talk, { message: [{ type: "text", text: "x".repeat(20_000) }] }), talk);
  assert.equal(withSaid(talk, { intent: "map", params: new Map() }), talk);
});

test("a kept run is read", () => {
  const whole = { server: "s", tool: { name: "day" }, args: {}, profiles: ["claude", "text"] };
  const call = { result: { content: [] }, durationMs: 1 };
  const parts = { run: whole, "call:claude": call, "talk:claude": { said: [] }, "call:gone": call, "call:__proto__": call };
  assert.deepEqual(keptRun({ run: 1, parts }), { ...whole, cards: { claude: { call, talk: { said: [] } }, text: {} } });
  assert.equal(keptRun(NOTHING_KEPT), undefined);
  assert.equal(keptRun({ run: 1, parts: { run: 7, "call:claude": call } }), undefined);
});

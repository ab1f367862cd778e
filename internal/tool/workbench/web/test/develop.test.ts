import assert from "node:assert/strict";
import { test } from "node:test";

import { DevClient } from "../devclient.ts";
import { autoRunTool } from "../autorun.ts";
import { isHarmless, isOfView } from "../wire.ts";
import type { Json, Tool } from "../wire.ts";

test("a view's URI has its name as a part of its path", () => {
  for (const [uri, name, want] of [
    ["ui://weather/forecast/0123456789ab", "forecast", true],
    ["ui://weather/forecast", "forecast", true],
    ["ui://weather/forecast.html", "forecast", true],
    ["ui://forecast/day/0123456789ab", "forecast", false],
    ["ui://weather/forecasts/0123456789ab", "forecast", false],
    ["ui://weather", "weather", false],
    ["https://weather/forecast", "forecast", false],
    ["ui://weather/forecast/0123456789ab", "", true],
  ] as const) {
    assert.equal(isOfView(uri, name), want, `${uri} ${name}`);
  }
});

const ui = { ui: { resourceUri: "ui://a/b" } };
const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  _meta: ui,
  ...more,
});
const asks = (property: Json) => ({
  inputSchema: { type: "object", properties: { a: property }, required: ["a"] },
});

test("what is run by itself has a view, destroys nothing, and its arguments are known", () => {
  const good = tool("good");
  for (const [name, other] of [
    ["no view", tool("x", { _meta: {} })],
    ["for views alone", tool("x", { _meta: { ui: { ...ui.ui, visibility: ["app"] } } })],
    ["an argument without a value", tool("x", asks({ type: "string" }))],
    ["a choice that nobody has made", tool("x", asks({ enum: ["a", "b"] }))],
    ["an example that does not fit", tool("x", asks({ type: "string", minLength: 9, examples: ["a"] }))],
    ["a member without a value", tool("x", asks({ type: "object", properties: { b: {} }, required: ["b"] }))],
    ["it destroys", tool("x", { annotations: { destructiveHint: true } })],
    ["it may destroy", tool("x", { annotations: {} })],
    ["it writes, and another one reads", tool("x", { annotations: { destructiveHint: false } })],
  ] as const) {
    assert.equal(autoRunTool([other, good])?.name, "good", name);
  }
  for (const [name, one] of [
    ["an example", tool("y", asks({ type: "string", examples: ["a"] }))],
    ["a default", tool("y", asks({ type: "integer", default: 3 }))],
    ["a member with one", tool("y", asks({ type: "object", properties: { b: { default: 1 } }, required: ["b"] }))],
    ["no wish", tool("y", { inputSchema: undefined })],
    ["it writes", tool("y", { annotations: { destructiveHint: false } })],
  ] as const) {
    assert.equal(autoRunTool([one])?.name, "y", name);
  }
  assert.equal(autoRunTool([]), undefined);
});

test("a call is made again unless its tool says that it destroys", () => {
  const hints = [undefined, {}, { readOnlyHint: true }, { destructiveHint: false }, { destructiveHint: true }];
  const harmless = hints.map((annotations) => isHarmless({ name: "x", ...(annotations ? { annotations } : {}) }));
  assert.deepEqual(harmless, [true, true, true, true, false]);
});

test("a dev client's answers are told from a view's messages, and not waited for for ever", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const sent: Json[] = [];
  const client = new DevClient({ send: (message) => sent.push(message), sendInTurn: (message) => sent.push(message) });
  const snapshot = client.snapshot();
  const { id } = sent[0] ?? {};
  for (const other of [null, "x", { id: "1", result: {} }, { method: "ui/initialize", id: 1 }]) {
    assert.equal(client.take(other), false);
  }
  assert.equal(client.take({ id: "oriel-dev-99", result: {} }), true);
  assert.equal(client.take({ id, result: { parts: {} } }), true);
  assert.deepEqual(await snapshot, { parts: {} });

  const silent = client.snapshot();
  const odd = client.restyle([{ id: "a", css: "" }]);
  client.take({ id: sent[2]?.["id"], result: "yes" });
  assert.equal(await odd, false);
  const missing = client.restyle([{ id: "a", css: "" }]);
  client.take({ id: sent[3]?.["id"], result: { missing: ["a"] } });
  assert.equal(await missing, false);
  t.mock.timers.tick(1000);
  assert.equal(await silent, undefined);
});

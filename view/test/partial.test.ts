import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { parsePartial } from "../src/values/partialjson.ts";

const cases: Record<string, unknown> = {
  "": {},
  "{": {},
  '{"': {},
  '{"a': {},
  '{"a"': {},
  '{"a":': {},
  '{"a": t': {},
  '{"a": tru': {},
  '{"a": true': { a: true },
  '{"a": -': {},
  '{"a": 1.': {},
  '{"a": 12': { a: 12 },
  '{"a":1,': { a: 1 },
  '{"a":1,"b': { a: 1 },
  '{"a":1,"b":': { a: 1 },
  '{"a":1,"b":nul': { a: 1 },
  '{"a":"': { a: "" },
  '{"a":"Lis': { a: "Lis" },
  '{"a":"a\\': { a: "a" },
  '{"a":"a\\"': { a: 'a"' },
  '{"a":"a\\\\': { a: "a\\" },
  '{"a":"a\\u00': { a: "a" },
  '{"a":"a\\u00e9': { a: "aé" },
  '{"a":"{[,:': { a: "{[,:" },
  '{"a":"x, y","b":["p","q': { a: "x, y", b: ["p", "q"] },
  '{"a":[': { a: [] },
  '{"a":[1,': { a: [1] },
  '{"a":[1,{"b":{"c': { a: [1, { b: {} }] },
  '{"a":[[1],[2,3],[': { a: [[1], [2, 3], []] },
  '{"a":{"b":1},"c"': { a: { b: 1 } },
  '{"a":1}': { a: 1 },
  '{"a":1} and more': {},
  '["a",': ["a"],
  '"text': {},
  "12": {},
  "null": {},
  "nonsense": {},
  "}}}": {},
  '{"a":1}}': {},
  "{'a':1": {},
};
test("partial JSON text is healed", () => {
  for (const [text, want] of Object.entries(cases)) assert.deepEqual(parsePartial(text), want, text);
});

test("every beginning of a document gives an object, and loses nothing that was complete", () => {
  const document = { a: "q\"\\\n\u00e9 {[]},:", b: [1, -2.5e3, [true, null, { c: "" }]], "d,": {}, e: false };
  const text = JSON.stringify(document, null, 1).replace("é", "\\u00e9");
  for (let end = 0; end <= text.length; end++) {
    const healed = parsePartial(text.slice(0, end));
    assert.ok(healed && typeof healed === "object" && !Array.isArray(healed));
    for (const [key, value] of Object.entries(document)) {
      const whole = text.indexOf(`"${key}": `) + `"${key}": `.length + JSON.stringify(value, null, 1).length + 40;
      if (end >= Math.min(whole, text.length)) assert.deepEqual(healed[key], value, `${key} at ${end}`);
    }
  }
});

test("hostile text is survived", () => {
  for (const text of ["[".repeat(200_000), '{"a":'.repeat(50_000), '"\\'.repeat(100_000), "\\".repeat(9), "\u0000", '{"__proto__":{"polluted":1},"b'])
    assert.equal(typeof parsePartial(text), "object");
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  for (const value of [null, undefined, 5, true]) assert.deepEqual(parsePartial(value), {});
});

const partial = (page: Page, args: unknown) => page.post(notification("ui/notifications/tool-input-partial", { arguments: args }));

test("partial input is a snapshot and an event, in either form, until the whole is there", async () => {
  const page = await connect();
  assert.equal(page.oriel.toolInputPartial(), undefined);
  const seen: unknown[] = [];
  page.oriel.onToolInputPartial((input) => void seen.push(input));
  partial(page, { city: "L" });
  partial(page, '{"city":"Lis');
  assert.deepEqual(page.oriel.toolInputPartial(), { city: "Lis" });
  assert.equal(page.oriel.toolInputPartial(), page.oriel.toolInputPartial(), "the same while nothing changes");
  page.oriel.onToolInputPartial((input) => void seen.push(["late", input]));
  page.post(notification("ui/notifications/tool-input", { arguments: { city: "Lisbon" } }));
  partial(page, { city: "overtaken" });
  assert.deepEqual(seen, [{ city: "L" }, { city: "Lis" }, ["late", { city: "Lis" }]]);
  assert.equal(page.oriel.toolInputPartial(), undefined);
  assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" });
});

test("a partial after the whole input of window.openai is ignored too", async () => {
  const page = await open({ openai: { toolInput: { city: "Lisbon" } } });
  partial(page, { city: "L" });
  assert.equal(page.oriel.toolInputPartial(), undefined);
});

test("cancelled is a snapshot until a result comes after all", async () => {
  const page = await connect();
  const reasons: unknown[] = [];
  page.oriel.onToolCancelled((reason) => void reasons.push(reason));
  assert.equal(page.oriel.toolCancelled(), undefined);
  page.post(notification("ui/notifications/tool-cancelled"));
  assert.deepEqual(page.oriel.toolCancelled(), { reason: undefined });
  page.post(notification("ui/notifications/tool-cancelled", { reason: "user" }));
  assert.deepEqual(page.oriel.toolCancelled(), { reason: "user" });
  page.oriel.onToolCancelled((reason) => void reasons.push(["late", reason]));
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
  assert.equal(page.oriel.toolCancelled(), undefined);
  assert.equal(page.oriel.toolResult()?.data, 1);
  assert.deepEqual(reasons, [undefined, "user", ["late", "user"]]);
});

test("everything before the answer to ui/initialize, in any order, is kept", async () => {
  const page = await open();
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
  page.post(notification("ui/notifications/tool-input", { arguments: { a: 1 } }));
  page.post(notification("ui/notifications/host-context-changed", { theme: "dark", locale: "pt" }));
  await page.answer({ hostContext: { theme: "light" } });
  await page.answer({ hostContext: { theme: "dark", locale: "xx" } });
  const seen: unknown[] = [];
  page.oriel.onToolInput((input) => void seen.push(input));
  page.oriel.onToolResult((result) => void seen.push(result.data));
  page.oriel.onContext(({ theme, locale }) => void seen.push([theme, locale]));
  assert.deepEqual(seen, [{ a: 1 }, 1, ["light", "pt"]]);
  assert.equal(page.with("ui/notifications/initialized").length, 1);
});

test("what has no text stops nothing, and nothing waits for it", async () => {
  const odd = { toString: 1, valueOf: 1 };
  const loop: Record<string, unknown> = {};
  loop.loop = loop;
  for (const evil of [odd, loop, [odd], Object.create(null)]) {
    const page = await open();
    await page.answer({
      hostInfo: { name: evil, version: evil },
      hostCapabilities: { sampling: evil, message: evil },
      hostContext: {
        theme: evil,
        displayMode: evil,
        platform: evil,
        availableDisplayModes: evil,
        containerDimensions: evil,
        viewport: evil,
        "oriel/platform": evil,
        toolInfo: evil,
      },
    });
    assert.equal(await page.oriel.connected, "mcp-apps");
    assert.deepEqual([page.oriel.host().name, page.oriel.context().theme, page.oriel.capabilities().sampling], ["", undefined, true]);
    const call = page.oriel.callTool("x");
    await settle();
    page.post({ jsonrpc: "2.0", id: page.with("tools/call")[0]?.id, error: { code: evil, message: evil } });
    await assert.rejects(call, { name: "ViewError", code: -32000 });
    page.post({ type: "mcp-tool-result", result: { content: [{ type: "text", text: evil }] } });
    page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
    await settle();
    assert.equal(page.oriel.toolResult()?.data, 1);
  }
});

test("a late handler that throws is reported and stops nothing", async () => {
  const page = await connect({ theme: "dark" });
  page.oriel.onContext(() => {
    throw new Error("broken");
  });
  page.oriel.onContext(() => {});
  page.post(notification("ui/notifications/host-context-changed", { theme: "light" }));
  assert.deepEqual(page.errors.map(String), ["Error: broken", "Error: broken"]);
  assert.equal(page.oriel.context().theme, "light");
});

test("keys that pollute prototypes pollute nothing", async () => {
  const evil = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as object;
  const page = await connect({ ...evil, styles: { variables: evil, css: evil } });
  page.post(JSON.parse('{"jsonrpc":"2.0","method":"ui/notifications/host-context-changed","params":{"__proto__":{"polluted":1,"theme":"dark"}}}'));
  page.post(notification("ui/notifications/tool-input", { arguments: evil }));
  page.post(notification("ui/notifications/tool-result", { structuredContent: evil, _meta: evil }));
  partial(page, evil);
  for (const value of [{}, [], page.oriel.context(), page.oriel.toolResult() ?? {}])
    assert.equal((value as Record<string, unknown>).polluted, undefined);
  assert.deepEqual(page.errors, []);
});

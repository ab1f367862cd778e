import assert from "node:assert/strict";
import { test } from "node:test";

import { complete, partialArguments } from "../../src/host/partial.ts";

test("what is open is closed, what is half is dropped", () => {
  const cases: [text: string, healed: unknown][] = [
    ["", undefined],
    ["  ", undefined],
    ["{", {}],
    ['{"', {}],
    ['{"ci', {}],
    ['{"city', {}],
    ['{"city"', {}],
    ['{"city":', {}],
    ['{"city": ', {}],
    ['{"city":"', { city: "" }],
    ['{"city":"Li', { city: "Li" }],
    ['{"city":"Lisbon"', { city: "Lisbon" }],
    ['{"city":"Lisbon",', { city: "Lisbon" }],
    ['{"city":"Lisbon","d', { city: "Lisbon" }],
    ['{"city":"Lisbon","days":[', { city: "Lisbon", days: [] }],
    ['{"days":[1', { days: [] }],
    ['{"days":[12', { days: [] }],
    ['{"days":[12,', { days: [12] }],
    ['{"days":[12 ', { days: [12] }],
    ['{"days":[12,-', { days: [12] }],
    ['{"n":1.5e', {}],
    ['{"n":1.5e3}', { n: 1500 }],
    ['{"on":tr', {}],
    ['{"on":true', {}],
    ['{"on":true}', { on: true }],
    ['{"on":null,"off":fals', { on: null }],
    ['{"a":{"b":[{"c":"d', { a: { b: [{ c: "d" }] } }],
    ['{"a":[[],[[', { a: [[], [[]]] }],
    ['{"a":"{\\"', { a: '{"' }],
    ['{"a":"x\\', { a: "x" }],
    ['{"a":"x\\n', { a: "x\n" }],
    ['{"a":"\\\\', { a: "\\" }],
    ['{"a":"\\\\"', { a: "\\" }],
    ['{"a":"\\u', { a: "" }],
    ['{"a":"\\u00e', { a: "" }],
    ['{"a":"\\u00e9', { a: "é" }],
    ['{"a":"[]{}:,', { a: "[]{}:," }],
    ['["a', ["a"]],
    ['"a', "a"],
    ['{"a":1}', { a: 1 }],
    ['{"a":1} and more', { a: 1 }],
  ];
  for (const [text, healed] of cases) {
    assert.deepEqual(complete(text), healed, text);
  }
});

test("a character of two halves is never cut in two", () => {
  const cases: [text: string, healed: string][] = [
    ['"a\ud83d', "a"],
    ['"a\ud83d\ude00', "a😀"],
    ['"a\\ud83d', "a"],
    ['"a\\ud83d\\', "a"],
    ['"a\\ud83d\\ude', "a"],
    ['"a\\ud83d\\ude00', "a😀"],
    ['"\\ud83dx', "\ud83dx"],
    ['"\\ud83d\\n', "\ud83d\n"],
    ['"\ud83d\ud83d', "\ud83d"],
  ];
  for (const [text, healed] of cases) {
    assert.equal(complete(text), healed, JSON.stringify(text));
  }
});

test("what is no JSON gives nothing, or what came before", () => {
  for (const text of [
    "x",
    "hello",
    ",",
    "}",
    "]",
    ":",
    "{]",
    "{,",
    "[,",
    '{"a"}',
    "{1:",
    "nul!",
    "'a'",
    "{{",
    "\u0000",
  ]) {
    const healed = complete(text);
    assert.ok(healed === undefined || JSON.stringify(healed).length === 2, `${text} gave ${JSON.stringify(healed)}`);
  }
  assert.deepEqual(complete('{"a":1,"b":nope,"c":2}'), undefined);
});

test("every beginning of a text is healed, and none says more than the whole", () => {
  const whole = {
    city: 'Li"sb\\on 😀',
    days: [1, -2.5, 1e21, true, null],
    deep: { deeper: { deepest: ["a", { b: "\n\t\u2028" }] } },
    "key with 😀": "",
    "": [],
    __proto__: { a: 1 },
  };
  const text = JSON.stringify(whole);
  for (const one of [text, JSON.stringify(whole, null, 2)]) {
    for (let end = 1; end <= one.length; end++) {
      const healed = complete(one.slice(0, end));
      assert.ok(within(healed, whole), `${one.slice(0, end)} gave ${JSON.stringify(healed)}`);
    }
    assert.deepEqual(complete(one), JSON.parse(text));
  }
});

test("the steps grow, each is new, and none is the end", () => {
  const args = { city: "Lisbon", days: [1, 2, 3], note: "word ".repeat(100) };
  const steps = partialArguments(args, 16);
  assert.ok(steps.length >= 12 && steps.length <= 16, String(steps.length));
  for (const [i, step] of steps.entries()) {
    assert.ok(within(step, args));
    assert.notDeepEqual(step, steps[i + 1]);
  }
  assert.deepEqual(partialArguments({}, 16), [{}]);
  assert.deepEqual(partialArguments({ a: true }, 16), [{}]);
});

test("a megabyte is healed at once", () => {
  const text = JSON.stringify({ rows: Array.from({ length: 50_000 }, (_, n) => ({ n, text: "é".repeat(10) })) });
  const started = performance.now();
  assert.ok(complete(text.slice(0, -3)));
  assert.ok(performance.now() - started < 30_000);
});

/** Whether a value is a beginning of another: strings and lists shorter, members missing. */
function within(part: unknown, whole: unknown): boolean {
  if (typeof part === "string" && typeof whole === "string") {
    return whole.startsWith(part);
  }
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length <= whole.length && part.every((one, i) => within(one, whole[i]));
  }
  if (typeof part === "object" && part !== null && typeof whole === "object" && whole !== null) {
    return Object.entries(part).every(([key, value]) => within(value, (whole as Record<string, unknown>)[key]));
  }
  return Object.is(part, whole);
}

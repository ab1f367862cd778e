import assert from "node:assert/strict";
import { test } from "node:test";

import { readFolders } from "../foldersquestion.ts";
import { check } from "../schema/check.ts";
import { formOf } from "../schema/field.ts";
import { prefill, survives } from "../schema/prefill.ts";

const schema = {
  type: "object",
  required: ["place", "mode", "dry", "home"],
  properties: {
    place: { type: "string", title: "Place", examples: ["Lisbon", "Oslo"], default: "Rome" },
    days: { type: "integer", default: 7, minimum: 1, maximum: 31 },
    ratio: { type: ["number", "null"] },
    mode: { enum: ["fast", "slow"] },
    unit: {
      oneOf: [
        { const: "c", title: "Celsius" },
        { const: "f", title: "Fahrenheit" },
      ],
    },
    dry: { type: "boolean" },
    loud: { anyOf: [{ type: "boolean" }, { type: "null" }] },
    on: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "string" }, maxItems: 2 },
    home: { $ref: "#/$defs/spot" },
    also: { $ref: "#/$defs/spot" },
    free: {},
  },
  $defs: {
    spot: {
      type: "object",
      required: ["lat"],
      properties: { lat: { type: "number", minimum: -90 }, name: { type: "string", example: "roof" } },
    },
  },
};

test("choices have the titles of enumNames", () => {
  const form = formOf({ type: "object", properties: { a: { enum: ["x", "y"], enumNames: ["Ex"] } } });
  assert.deepEqual(form.fields[0]?.options, [
    { value: "x", label: "Ex" },
    { value: "y", label: "y" },
  ]);
});

test("folders are read from lines", () => {
  assert.deepEqual(readFolders(" /home/ada/my notes \n\nfile:///srv/\n"), [
    { uri: "file:///home/ada/my%20notes", name: "my notes" },
    { uri: "file:///srv/", name: "srv" },
  ]);
  assert.deepEqual(readFolders(""), []);
  assert.match(String(readFolders("notes")), /no folder/);
  assert.match(String(readFolders("https://example.com")), /no folder/);
  assert.match(String(readFolders("file:///100%")), /no folder/);
  assert.match(String(readFolders("file:///a#b")), /no folder/);
  assert.deepEqual(readFolders("/100% #1\nfile:///caf%E9"), [
    { uri: "file:///100%25%20%231", name: "100% #1" },
    { uri: "file:///caf%E9", name: "caf%E9" },
  ]);
});

test("a schema is read as a form", () => {
  const form = formOf(schema);
  const kinds = Object.fromEntries(
    form.fields.map((field) => [field.name, field.kind + (field.nullable ? "?" : "") + (field.required ? "!" : "")]),
  );
  assert.deepEqual(kinds, {
    place: "string!",
    days: "integer",
    ratio: "number?",
    mode: "choice!",
    unit: "choice",
    dry: "boolean!",
    loud: "boolean?",
    on: "string",
    tags: "list",
    home: "group!",
    also: "group",
    free: "json",
  });
  assert.equal(form.fields[0]?.label, "Place");
  assert.deepEqual(
    form.fields[4]?.options.map((option) => option.label),
    ["Celsius", "Fahrenheit"],
  );
});

test("examples and defaults are filled in, and no more than that", () => {
  assert.deepEqual(prefill(formOf(schema)), {
    place: "Lisbon",
    days: 7,
    mode: "fast",
    dry: false,
    home: { name: "roof" },
    also: { name: "roof" },
  });
  assert.deepEqual(prefill(formOf({ type: "object", properties: { a: { type: "string" } } })), {});
  assert.deepEqual(
    prefill(
      formOf({ type: "object", examples: [{ a: "x", b: 1 }], properties: { a: { type: "string", default: "y" } } }),
    ),
    { a: "x", b: 1 },
  );
});

test("what is filled in is the form's own copy", () => {
  const own = { type: "object", properties: { a: { type: "array", items: {}, default: [1] } } };
  const first = prefill(formOf(own));
  (first["a"] as number[]).push(2);
  assert.deepEqual(prefill(formOf(own)), { a: [1] });
});

test("problems name their field", () => {
  const good = { place: "Oslo", mode: "slow", dry: true, home: { lat: 1 } };
  const cases: [value: object, path: string, message: RegExp][] = [
    [{ ...good, place: undefined }, "/place", /Required/],
    [{ ...good, place: 7 }, "/place", /text/],
    [{ ...good, days: 0 }, "/days", /At least 1/],
    [{ ...good, days: 1.5 }, "/days", /whole number/],
    [{ ...good, mode: "warp" }, "/mode", /fast, slow/],
    [{ ...good, on: "2026-02-31x" }, "/on", /2026-06-21/],
    [{ ...good, on: "2026-13-01" }, "/on", /date/],
    [{ ...good, tags: ["a", "b", "c"] }, "/tags", /At most 2/],
    [{ ...good, tags: ["a", 2] }, "/tags/1", /text/],
    [{ ...good, home: {} }, "/home/lat", /Required/],
    [{ ...good, home: { lat: -91 } }, "/home/lat", /-90/],
    [{ ...good, dry: "yes" }, "/dry", /true or false/],
  ];
  const form = formOf(schema);
  assert.deepEqual(check(form, good), []);
  assert.deepEqual(check(form, { ...good, ratio: null, loud: null }), []);
  for (const [value, path, message] of cases) {
    const problems = check(form, value);
    assert.deepEqual(
      problems.map((problem) => problem.path),
      [path],
    );
    assert.match(problems[0]?.message ?? "", message);
  }
});

test("schemas from elsewhere break nothing", () => {
  const loop = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
  const tree = { type: "object", properties: { kids: { type: "array", items: { $ref: "#" } } } };
  for (const hostile of [
    undefined,
    null,
    7,
    "x",
    [],
    true,
    loop,
    tree,
    { type: "string" },
    { type: [], properties: 3, required: "a" },
    { properties: { "": { enum: [] }, constructor: { type: "string" } } },
    { $ref: "https://example.com/x" },
    { $ref: "#/%E0%A4%A" },
  ]) {
    const form = formOf(hostile);
    assert.equal(form.kind, "group");
    prefill(form);
    check(form, {});
  }
  assert.deepEqual(
    check(formOf({ properties: { a: { type: "string", pattern: "(" } } }), { a: "x" }),
    [],
    "a broken pattern checks nothing",
  );
  assert.deepEqual(
    check(formOf({ required: ["toString"], properties: { toString: { type: "string" } } }), {}).map(
      (problem) => problem.path,
    ),
    ["/toString"],
  );
});

test("what the form can't hold as it was given is noticed", () => {
  assert.equal(survives({ place: "Oslo", home: { lat: 1 } }, { home: { lat: 1 }, place: "Oslo", dry: false }), true);
  assert.equal(survives({}, {}), true);
  assert.equal(survives({ place: 7 }, { place: "7" }), false);
  assert.equal(survives({ place: null }, {}), false);
  assert.equal(survives({ tags: ["a", 2] }, { tags: ["a", "2"] }), false);
  assert.equal(survives({ tags: ["a"] }, { tags: ["a", "b"] }), false);
  assert.equal(survives({ home: { lat: "x" } }, { home: {} }), false);
  assert.equal(survives({ days: 1 }, undefined), false);
});

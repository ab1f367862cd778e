import assert from "node:assert/strict";
import { test } from "node:test";

import { asTexts, promptSchema, templateSchema } from "../inputschemas.ts";
import { expandTemplate, readTemplate } from "../template.ts";

// The RFC's own examples, as far as texts go, and what it does not say.
const values = {
  var: "value",
  hello: "Hello World!",
  half: "50%",
  path: "/foo/bar",
  empty: "",
  x: "1024",
  y: "768",
  base: "http://example.com/home/",
  who: "fred",
  smile: "😀é",
  encoded: "a%2Fb",
};

for (const [template, uri] of [
  ["plain://text", "plain://text"],
  ["{var}", "value"],
  ["{hello}", "Hello%20World%21"],
  ["{half}", "50%25"],
  ["{encoded}", "a%252Fb"],
  ["{+encoded}", "a%2Fb"],
  ["O{empty}X", "OX"],
  ["O{undef}X", "OX"],
  ["{+hello}", "Hello%20World!"],
  ["{+half}", "50%25"],
  ["{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"],
  ["{+base}index", "http://example.com/home/index"],
  ["{+path}/here", "/foo/bar/here"],
  ["X{#var}", "X#value"],
  ["X{#hello}", "X#Hello%20World!"],
  ["map?{x,y}", "map?1024,768"],
  ["{x,hello,y}", "1024,Hello%20World%21,768"],
  ["{+path,x}/here", "/foo/bar,1024/here"],
  ["X{.x,y}", "X.1024.768"],
  ["{/var,x}/here", "/value/1024/here"],
  ["{;x,y,undef}", ";x=1024;y=768"],
  ["{?x,y,undef}", "?x=1024&y=768"],
  ["{?undef}", ""],
  ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
  ["{var:3}", "val"],
  ["{smile:1}", "%F0%9F%98%80"],
  ["{/who*}", "/fred"],
  ["a b{var}", "a%20bvalue"],
] as const) {
  test(`expands ${template}`, () => {
    const read = readTemplate(template);
    assert.equal(read.problem, "");
    assert.equal(expandTemplate(read, values), uri);
  });
}

for (const [template, problem] of [
  ["a{b", "never closed"],
  ["a}b", "without a {"],
  ["{}", "not an expression"],
  ["{=x}", "does not know"],
  ["{a b}", "not an expression"],
  ["{x:0}", "not an expression"],
  ["{x,}", "not an expression"],
] as const) {
  test(`says what is wrong with ${template}`, () => {
    assert.match(readTemplate(template).problem, new RegExp(problem.replace("{", "\\{")));
  });
}

test("half a surrogate pair does no harm", () => {
  assert.equal(expandTemplate(readTemplate("{v}"), { v: "\uD83D" }), "%EF%BF%BD");
});

test("names of the object's prototype are no values", () => {
  assert.equal(expandTemplate(readTemplate("{constructor}"), {}), "");
});

test("a long template is read in reasonable time", () => {
  const template = readTemplate("{".repeat(50_000));
  assert.match(template.problem, /never closed/);
  assert.equal(readTemplate("{a}".repeat(20_000)).variables.length, 1);
});

test("a variable is asked for once, and a list is said to be one", () => {
  assert.deepEqual(templateSchema(readTemplate("x://{id}/{id}{?tags*}")), {
    type: "object",
    properties: {
      id: { type: "string" },
      tags: { type: "string", description: "One value; the template would take a list." },
    },
  });
});

test("a prompt's arguments as a schema", () => {
  const prompt = {
    name: "greet",
    arguments: [
      { name: "who", description: "Whom", required: true },
      { name: "tone", title: "Tone" },
    ],
  };
  assert.deepEqual(promptSchema(prompt), {
    type: "object",
    properties: { who: { type: "string", description: "Whom" }, tone: { type: "string", title: "Tone" } },
    required: ["who"],
  });
  assert.deepEqual(promptSchema({ name: "odd", arguments: [null, { title: "no name" }] as never }), {
    type: "object",
    properties: {},
    required: [],
  });
  assert.deepEqual(asTexts({ a: "x", n: 3, o: { p: 1 } }), { a: "x", n: "3", o: '{"p":1}' });
});

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { open } from "./harness.ts";

const script = (name: string) => readFileSync(new URL(`../dist/${name}`, import.meta.url), "utf8");

test("the inline script puts the whole API onto globalThis.oriel", async () => {
  const { oriel: api } = await open();
  const posted: string[] = [];
  const window: Record<string, unknown> = {
    parent: { postMessage: (message: { method: string }) => void posted.push(message.method) },
    addEventListener: () => {},
    document: { title: "", querySelector: () => null },
  };
  window.window = window;
  vm.runInNewContext(script("inline.js"), window);
  assert.deepEqual(Object.keys(window.oriel as object).sort(), Object.keys(api).sort());
  assert.deepEqual(posted, ["ui/initialize"]);
});

test("built scripts can stand in a page as they are", () => {
  const built = readdirSync(new URL("../dist/", import.meta.url)).filter((name) => /\.m?js$/.test(name));
  assert.ok(built.length > 2);
  for (const name of built) {
    const text = script(name);
    assert.doesNotMatch(text, /<\/script|<!--|\beval\(|new Function|import\(/i, name);
  }
});

test("the core knows nothing of MCP-UI", () => {
  for (const name of ["inline.js", "view.mjs"]) assert.doesNotMatch(script(name), /ui-lifecycle|ui-message|ui-action|render-data/i, name);
});

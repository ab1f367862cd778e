// The folders of view/src are layers: what stands further down in this list may import
// what stands above it. No modules import each other in a circle.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const layers = [
  "values", "data", "hosts", "protocol", "page", "calls", "state", "model", "start", "index.ts",
  "react", "preact", "chatgpt", "mcp", "mcpui", "compat", "dev", "host", "testing", "inline.ts",
];

const root = path.join(import.meta.dirname, "../src");
const specifier = /^(?:import|export|})[^\n]*"(\.[^"]+)";$/gm;

/** What each module imports, types included. */
const imports = new Map(
  globSync("**/*.ts", { cwd: root }).map((file) => [
    file,
    [...readFileSync(path.join(root, file), "utf8").matchAll(specifier)].map(([, to]) => path.join(path.dirname(file), to!)),
  ]),
);
const layer = (file: string): number => layers.indexOf(file.split(path.sep)[0]!);

test("modules import from their own layer and from lower ones", () => {
  assert.ok(imports.size > 150, `only ${imports.size} modules`);
  for (const [file, targets] of imports) {
    assert.ok(layer(file) >= 0, `${file} is in none of the layers that this test lists`);
    for (const to of targets) assert.ok(layer(to) <= layer(file), `${file} imports ${to}, which is in a higher layer`);
  }
});

test("no module imports itself, through whatever others", () => {
  const done = new Set<string>();
  const visit = (file: string, from: string[]): void => {
    assert.ok(!from.includes(file), [...from.slice(from.indexOf(file)), file].join(" → "));
    if (done.has(file)) return;
    for (const to of imports.get(file) ?? assert.fail(`${from.at(-1)} imports ${file}, which does not exist`)) visit(to, [...from, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
});

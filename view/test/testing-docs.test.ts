// The examples of docs/testing-views.md: they pass the type checker, and those for
// node:test run, each in a process of its own, in as much of a window as there is here.
// Those for Vitest run in test/viewpackage.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const files = new Map(
  [...readFileSync(join(root, "docs/testing-views.md"), "utf8").matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(
    ([, name, source]) => [name!, source!],
  ),
);

// In the repository, so that the examples are checked by its rules.
mkdirSync(join(root, ".tmp"), { recursive: true });
const folder = mkdtempSync(join(root, ".tmp/docs-"));
after(() => rmSync(folder, { recursive: true }));
for (const [name, source] of files) writeFileSync(join(folder, name), source);

/** The names of the packages, and a window, for a process that runs an example. */
const setUp = `
import { registerHooks } from "node:module";
const entries = { "@oriel/view": "../../view/src/index.ts", "@oriel/view/testing": "../../view/src/testing/index.ts" };
registerHooks({
  resolve: (specifier, context, next) =>
    next(entries[specifier] ? new URL(entries[specifier], import.meta.url).href : specifier, context),
});
const { open } = await import("../../view/test/harness.ts");
await open();
`;

const run = (...args: string[]): string => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8", stdio: "pipe" });
};

test("the page has its examples", () => {
  assert.deepEqual([...files.keys()], ["view.ts", "one.test.ts", "vitest.config.ts", "all.test.ts", "lacking.test.ts"]);
});

test("the examples pass the type checker", () => {
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions: { types: ["node"], skipLibCheck: true }, include: ["*.ts"], exclude: [] }),
  );
  run(join(root, "node_modules/typescript/bin/tsc"), "--project", folder);
});

for (const name of ["one.test.ts", "lacking.test.ts"])
  test(`the example ${name} runs`, () => {
    writeFileSync(join(folder, "setup.mjs"), setUp);
    const output = run("--disable-warning=ExperimentalWarning", "--import", join(folder, "setup.mjs"), "--test-reporter=tap", join(folder, name));
    if (name === "one.test.ts") assert.match(output, /^ok 1 - the view shows the forecast/m);
  });

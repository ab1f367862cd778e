// The examples of docs/view/hooks.md and docs/components.md are components that check, with
// React and with Preact.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const examplesOf = (file: string) => {
  const page = readFileSync(join(root, file), "utf8");
  return [...page.matchAll(/^```tsx\n(.*?)^```$/gms)].map(({ 1: code, index }) => ({
    name: basename(file, ".md"),
    code: code!,
    line: page.slice(0, index).split("\n").length + 1,
  }));
};
const hooks = examplesOf("docs/view/hooks.md");
const components = examplesOf("docs/components.md");

/** What the page of the hooks says that its examples have. */
const surroundings = `
interface Forecast { city: string; high: number }
interface Tools { forecast: { input: { city: string }; output: Forecast; viewData: unknown } }
declare const Forecast: () => null;
declare const Chart: (props: { city?: string | undefined }) => null;
declare const city: string;
declare const day: string;
declare const quote: { lang: string; text: string };
`;

for (const library of ["react", "preact"])
  test(`every example checks with ${library}`, (t) => {
    assert.ok(hooks.length > 30 && components.length > 4, `only ${hooks.length} and ${components.length} examples are left`);
    mkdirSync(join(root, ".tmp"), { recursive: true });
    // In the repository, so that the examples are checked by its rules.
    const folder = mkdtempSync(join(root, ".tmp/hooks-"));
    t.after(() => rmSync(folder, { recursive: true }));
    for (const { name, code, line } of [...hooks, ...components]) {
      const source =
        library === "react"
          ? code
          : code
              .replace('"@oriel/view/react"', '"@oriel/view/preact"')
              .replace('{ ReactNode } from "react"', '{ ComponentChildren as ReactNode } from "preact"')
              .replace('from "react";', 'from "preact/hooks";');
      // As many lines before it as in the page, so that an error names its line.
      writeFileSync(join(folder, `${name}-line${line}.tsx`), "\n".repeat(line - 1) + source);
    }
    writeFileSync(join(folder, "surroundings.d.ts"), surroundings);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../tsconfig.json",
        compilerOptions: { jsx: "react-jsx", jsxImportSource: library, jsxFactory: null, jsxFragmentFactory: null, noUnusedLocals: false },
        include: ["*.tsx", "*.d.ts"],
        exclude: [],
      }),
    );
    try {
      execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", folder], { encoding: "utf8" });
    } catch (error) {
      assert.fail((error as { stdout: string }).stdout);
    }
  });

// The examples of docs/components.md check, with React and with Preact.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const page = readFileSync(join(root, "docs/components.md"), "utf8");
const examples = [...page.matchAll(/^```tsx\n(.*?)^```$/gms)].map(({ 1: code, index }) => ({
  code: code!,
  line: page.slice(0, index).split("\n").length + 1,
}));

for (const library of ["react", "preact"])
  test(`every example checks with ${library}`, (t) => {
    assert.ok(examples.length > 4, `only ${examples.length} examples are left`);
    mkdirSync(join(root, ".tmp"), { recursive: true });
    // In the repository, so that the examples are checked by its rules.
    const folder = mkdtempSync(join(root, ".tmp/components-"));
    t.after(() => rmSync(folder, { recursive: true }));
    for (const { code, line } of examples) {
      const source =
        library === "react"
          ? code
          : code
              .replace('"@oriel/view/react"', '"@oriel/view/preact"')
              .replace('{ ReactNode } from "react"', '{ ComponentChildren as ReactNode } from "preact"');
      // As many lines before it as in the page, so that an error names its line.
      writeFileSync(join(folder, `line${line}.tsx`), "\n".repeat(line - 1) + source);
    }
    const compilerOptions = { jsx: "react-jsx", jsxImportSource: library, jsxFactory: null, jsxFragmentFactory: null, noUnusedLocals: false };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.tsx"], exclude: [] }),
    );
    try {
      execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", folder], { encoding: "utf8" });
    } catch (error) {
      assert.fail((error as { stdout: string }).stdout);
    }
  });

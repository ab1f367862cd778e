// The code of the guide and of each page in docs/view is TypeScript that checks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What docs/view/README.md says that the page of an example has. */
const surroundings = `
declare const button: HTMLButtonElement;
declare const title: HTMLElement;
declare const input: HTMLInputElement;
declare const bar: HTMLProgressElement;
declare const base64: string;
interface Forecast { city: string; high: number }
`;

const blocks = (file: string): { language: string; code: string; line: number }[] => {
  const text = readFileSync(root + file, "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(({ 1: language, 2: code, index }) => ({
    language: language!,
    code: code!,
    line: text.slice(0, index).split("\n").length + 1,
  }));
};

const files = [
  "docs/views.md",
  ...readdirSync(`${root}docs/view`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/view/${name}`),
];

test("every example checks", (t) => {
  const dir = `${root}.tmp/examples-${process.pid}/`;
  mkdirSync(dir, { recursive: true });
  t.after(() => rmSync(dir, { recursive: true }));
  let count = 0;
  for (const file of files) {
    for (const { code, line } of blocks(file).filter(({ language }) => language === "ts")) {
      // Others are declarations, which are the runtime's own.
      if (!code.startsWith("import ")) continue;
      count++;
      // As many lines before it as in the page, so that an error names its line.
      const name = file.replaceAll("/", "-").replace(".md", "");
      writeFileSync(`${dir}${name}-${line}.ts`, "\n".repeat(line - 1) + code);
    }
  }
  // A script of a page without a bundler has the same API as a global.
  for (const { code, line } of blocks("docs/views.md").filter(({ language }) => language === "html")) {
    const [, script] = /<script>\n(.*?)<\/script>/s.exec(code) ?? [];
    assert.ok(script, `docs/views.md:${line} has no inline script`);
    count++;
    writeFileSync(`${dir}page-${line}.ts`, `import * as oriel from "@oriel/view";\n${script}`);
  }
  assert.ok(count > 20, `only ${count} examples are left`);
  writeFileSync(`${dir}surroundings.d.ts`, surroundings);
  mkdirSync(`${dir}views/forecast`, { recursive: true });
  writeFileSync(`${dir}views/forecast/index.ts`, "export {};");
  writeFileSync(
    `${dir}tsconfig.json`,
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: {
        paths: { "@oriel/view": ["../../view/src/index.ts"], "@oriel/view/testing": ["../../view/src/testing/index.ts"] },
        noUnusedLocals: false,
      },
      include: ["*.ts"],
      exclude: [],
    }),
  );
  try {
    execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "--project", dir], { encoding: "utf8" });
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
});

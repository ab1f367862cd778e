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

/** The global of a page without a bundler: its scripts have no types, so data is anything. */
const untyped = `
import * as runtime from "@oriel/view";
const oriel: Omit<typeof runtime, "callTool" | "onToolResult"> & {
  callTool(name: string, args: object): Promise<runtime.ToolResult<any>>;
  onToolResult(handler: (result: runtime.ToolResult<any>) => void): void;
} = runtime;
`;

const blocks = (file: string): { language: string; code: string; line: number }[] => {
  const text = readFileSync(root + file, "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(({ 1: language, 2: code, index }) => ({
    language: language!,
    code: code!,
    line: text.slice(0, index).split("\n").length + 1,
  }));
};

/** The inline scripts of the guide's pages. */
const pages = (): { script: string; line: number }[] =>
  blocks("docs/views.md")
    .filter(({ language }) => language === "html")
    .map(({ code, line }) => {
      const [, script] = /<script>\n(.*?)<\/script>/s.exec(code) ?? [];
      assert.ok(script, `docs/views.md:${line} has no inline script`);
      return { script, line };
    });

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
  for (const { script, line } of pages()) {
    count++;
    writeFileSync(`${dir}page-${line}.ts`, untyped + script);
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

// Some hosts give a view only the data of a result, some only its text.
test("the guide's page shows data and text", async () => {
  for (const { script } of pages())
    for (const result of [{ data: { text: "shown" }, text: "" }, { text: "shown" }]) {
      let shown: unknown;
      let click: () => Promise<void> = () => Promise.reject();
      const title = {
        replaceChildren: (text: string) => (shown = text),
        addEventListener: (_: string, listener: typeof click) => (click = listener),
      };
      const oriel = { onToolResult: (handler: (given: object) => void) => handler(result), callTool: async () => result };
      new Function("oriel", "document", script)(oriel, { getElementsByTagName: () => [title] });
      assert.equal(shown, "shown", "at first");
      shown = undefined;
      await click();
      assert.equal(shown, "shown", "after a call");
    }
});

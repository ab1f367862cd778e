import assert from "node:assert/strict";
import { test } from "node:test";

import { filesOf, readContents } from "../../src/host/download.ts";
import { distinct, nameFromUri, safeName } from "../../src/host/filename.ts";
import type { Download } from "../../src/host/protocol.ts";

const bytes = (file: Download | undefined) => new TextDecoder().decode(file?.data);
const never = () => Promise.reject(new Error("nothing is to be read"));

test("a name is the last segment of the URI", () => {
  const cases: [uri: string, name: string][] = [
    ["file:///report.csv", "report.csv"],
    ["file:///a/b/report.csv", "report.csv"],
    ["https://example.com/files/report.csv?x=/y/z.exe#/w", "report.csv"],
    ["ui://report", "report"],
    ["ui://app/report.csv/", "report.csv"],
    ["urn:report.csv", "report.csv"],
    ["report.csv", "report.csv"],
    ["file:///Jahres%C3%BCbersicht%202026.pdf", "Jahresübersicht 2026.pdf"],
    ["file:///100%.txt", "100%.txt"],
    ["file:///..%2F..%2Fetc%2Fpasswd", "passwd"],
    ["file:///..%5C..%5Cboot.ini", "boot.ini"],
    ["https://example.com", "download"],
    ["https://example.com/?x=a.txt", "download"],
    ["file:///", "download"],
    ["", "download"],
    ["..", "download"],
    ["file:///%2e%2e", "download"],
  ];
  for (const [uri, name] of cases) {
    assert.equal(nameFromUri(uri), name, uri);
  }
  assert.equal(nameFromUri("file:///", "a/title.txt"), "title.txt");
});

test("a name is safe for people and file systems", () => {
  const cases: [name: string, safe: string][] = [
    ["../../.bashrc", "bashrc"],
    ["a\\b\\c.txt", "c.txt"],
    ["a\u0000b\n\r\t\u0085\u009f.txt", "ab.txt"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["\u2066a\u2069\u200f\u061c\u200b\ufeff\u00ad.txt", "a.txt"],
    ["a\ud83d.txt", "a.txt"],
    ["a\u2028b\u2029.txt", "ab.txt"],
    ['a<b>c:d"e|f?g*h.txt', "a_b_c_d_e_f_g_h.txt"],
    ["report.txt. . ", "report.txt"],
    [" . report.txt", "report.txt"],
    ["CON", "_CON"],
    ["con.txt", "_con.txt"],
    ["Aux .tar.gz", "_Aux .tar.gz"],
    ["LPT9.log", "_LPT9.log"],
    ["COM¹.log", "_COM¹.log"],
    ["CONIN$", "_CONIN$"],
    ["console.log", "console.log"],
    ["com10.log", "com10.log"],
    ["a \u00a0  b", "a b"],
    ["e\u0301", "é"],
    ["...", "download"],
    ["\u202e", "download"],
    ["", "download"],
  ];
  for (const [name, safe] of cases) {
    assert.equal(safeName(name), safe, JSON.stringify(name));
  }
});

test("a name is not too long for a file system, and keeps its ending", () => {
  const size = (name: string) => new TextEncoder().encode(name).length;
  for (const stem of ["a", "ü", "😀"]) {
    const name = safeName(`${stem.repeat(10_000)}.csv`);
    assert.ok(size(name) <= 200 && size(name) > 190, name);
    assert.match(name, /\.csv$/);
    assert.doesNotMatch(name, /\p{Cs}/u);
  }
  assert.ok(size(safeName(`a.${"b".repeat(10_000)}`)) <= 200);
  assert.equal(size(safeName("a".repeat(199))), 199);
});

test("no two files have one name", () => {
  assert.deepEqual(distinct(["a.txt", "A.txt", "a.txt", "a (2).txt", "b", "b"]), [
    "a.txt",
    "A (2).txt",
    "a (3).txt",
    "a (2) (2).txt",
    "b",
    "b (2)",
  ]);
});

test("text and bytes that come along are the file", async () => {
  const wanted = readContents([
    { type: "resource", resource: { uri: "file:///a.csv", mimeType: "text/csv", text: "ü,b" } },
    { type: "resource", resource: { uri: "file:///a.csv", blob: btoa("\u0000\u00ff") } },
    { type: "resource", resource: { uri: "file:///b.txt", mimeType: "x\r\nSet: y", text: "" } },
  ]);
  const files = await filesOf(wanted, never);
  assert.deepEqual(
    files.map(({ name, mimeType }) => [name, mimeType]),
    [
      ["a.csv", "text/csv"],
      ["a (2).csv", "application/octet-stream"],
      ["b.txt", "text/plain"],
    ],
  );
  assert.equal(bytes(files[0]), "ü,b");
  assert.deepEqual(files[1]?.data, new Uint8Array([0, 255]));
  assert.equal(files[2]?.data?.byteLength, 0);
});

test("a link of the web stays a link, any other is read from the server", async () => {
  const asked: string[] = [];
  const read = (uri: string) => {
    asked.push(uri);
    return Promise.resolve({
      contents: [{ uri: "file:///server/secret-name.bin", mimeType: "text/plain", text: `from ${uri}` }],
    });
  };
  const wanted = readContents([
    { type: "resource_link", uri: "https://example.com/files/a.pdf", name: "A", mimeType: "application/pdf" },
    { type: "resource_link", uri: "http://example.com/", name: "Report.pdf" },
    { type: "resource_link", uri: "note://one/b.txt", name: "B" },
    { type: "resource_link", uri: "file:///etc/passwd", name: "C" },
  ]);
  const files = await filesOf(wanted, read);
  assert.deepEqual(
    files.map((file) => [file.name, file.link?.href, file.data && bytes(file)]),
    [
      ["a.pdf", "https://example.com/files/a.pdf", undefined],
      ["Report.pdf", "http://example.com/", undefined],
      ["b.txt", undefined, "from note://one/b.txt"],
      ["passwd", undefined, "from file:///etc/passwd"],
    ],
  );
  assert.deepEqual(asked, ["note://one/b.txt", "file:///etc/passwd"], "the server's own files, by its own rules");
});

test("a resource of several files keeps their names", async () => {
  const wanted = readContents([{ type: "resource_link", uri: "note://all", name: "all" }]);
  const contents = [
    { uri: "note://all/a.txt", text: "a" },
    { uri: "note://all/b.txt", text: "b" },
  ];
  const files = await filesOf(wanted, () => Promise.resolve({ contents }));
  assert.deepEqual(
    files.map((file) => file.name),
    ["a.txt", "b.txt"],
  );
});

test("what can't be a file is refused", () => {
  const resource = (members: object) => [{ type: "resource", resource: { uri: "file:///a", ...members } }];
  const link = (uri: unknown) => [{ type: "resource_link", uri, name: "a" }];
  const cases: unknown[] = [
    undefined,
    null,
    {},
    [],
    [null],
    [{ type: "text", text: "hi" }],
    [{ type: "resource" }],
    resource({}),
    resource({ text: 7 }),
    resource({ text: "a", blob: "YQ==" }),
    resource({ blob: "not base64!" }),
    resource({ uri: 7, text: "a" }),
    resource({ uri: "", text: "a" }),
    link("data:text/html,<script>alert(1)</script>"),
    link("javascript:alert(1)"),
    link("JAVASCRIPT:alert(1)"),
    link(" javascript:alert(1)"),
    link("vbscript:x"),
    link("blob:https://example.com/1"),
    link("about:blank"),
    link("view-source:https://example.com"),
    link("no scheme"),
    link(7),
    link(undefined),
    link(`note://${"a".repeat(10_000)}`),
    Array.from({ length: 21 }, () => resource({ text: "a" })[0]),
  ];
  for (const contents of cases) {
    assert.throws(() => readContents(contents), { code: -32602 }, JSON.stringify(contents)?.slice(0, 100));
  }
});

test("what the server has is bounded, and has to be something", async () => {
  const link = readContents([{ type: "resource_link", uri: "note://a", name: "a" }]);
  for (const answer of [
    undefined,
    {},
    { contents: [] },
    { contents: [{}] },
    { contents: [null] },
    { contents: [{ uri: "note://a", blob: "!" }] },
    { contents: Array.from({ length: 21 }, () => ({ uri: "note://a", text: "" })) },
    { contents: Array.from({ length: 2 }, () => ({ uri: "note://a", text: "x".repeat(33 * 1024 * 1024) })) },
  ]) {
    await assert.rejects(
      filesOf(link, () => Promise.resolve(answer)),
      { code: -32000 },
    );
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { asSentence, counted, formatBytes, formatMs, quoted, share } from "../format.ts";
import { base64Size, contentSize, isText, pretty } from "../media.ts";
import { lastLines, plainText } from "../printed.ts";
import { readSampling, samplingResult } from "../samplingrequest.ts";
import { viewMetadata } from "../viewmeta.ts";
import { readViolation } from "../violation.ts";
import { readProgress } from "../../../../../view/src/host/progress.ts";

test("amounts", () => {
  assert.deepEqual([0, 999, 1000, 9949, 10_000, 1_234_567, NaN].map(formatBytes), [
    "0 B",
    "999 B",
    "1.0 kB",
    "9.9 kB",
    "10 kB",
    "1.2 MB",
    "",
  ]);
  assert.deepEqual([0.123, 42.4, 1234, 61_234].map(formatMs), ["0.1 ms", "42 ms", "1.23 s", "61.2 s"]);
  assert.deepEqual([counted(1, "file"), counted(0, "file")], ["1 file", "0 files"]);
  assert.deepEqual(
    [share(1, 4), share(9, 4), share(-1, 4), share(1, undefined), share(1, 0), share(NaN, 3)],
    [0.25, 1, 0, undefined, undefined, undefined],
  );
});

test("a name can't turn the sentence that it stands in", () => {
  assert.equal(quoted("a\u202Eb\u2069c"), "\u2068abc\u2069");
});

test("bytes and types of content", () => {
  for (const text of ["", "a", "ab", "abc", "Grüße"]) {
    assert.equal(base64Size(Buffer.from(text).toString("base64")), Buffer.byteLength(text));
  }
  assert.equal(contentSize({ text: "é" }), 2);
  assert.equal(contentSize({ blob: "AAAA" }), 3);
  assert.equal(contentSize({ uri: "x:" }), undefined);
  assert.deepEqual(["text/html", "application/json", "image/svg+xml", "application/octet-stream", ""].map(isText), [
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("text is laid out where its type is known", () => {
  assert.equal(pretty('{"a":1}', "application/json; charset=utf-8"), '{\n  "a": 1\n}');
  assert.equal(pretty("{broken", "application/json"), "{broken");
  assert.equal(pretty("<a><b>x</b><c/></a>", "application/xml"), "<a>\n  <b>x</b>\n  <c/>\n</a>");
  assert.equal(pretty("<a>\n<b/></a>", "text/xml"), "<a>\n<b/></a>");
  assert.equal(pretty("<p>x</p><p>y</p>", "text/html"), "<p>x</p><p>y</p>");
});

test("a terminal's colours are left out", () => {
  assert.equal(plainText("\u001B[1;31merror\u001B[0m: \u001B]8;;http://x\u0007link\u001B]8;;\u0007\r"), "error: link");
  assert.equal(plainText("a\tb\u0000c"), "a\tbc");
});

test("the last lines of one server", () => {
  const line = (server: string, text: string) => ({ time: 0, server, profile: "claude", text });
  const all = [line("a", "1"), line("b", "2"), line("a", "3"), line("a", "4")];
  assert.deepEqual(
    lastLines(all, "a", 2).map((one) => one.text),
    ["3", "4"],
  );
  assert.deepEqual(lastLines(all, "c", 2), []);
});

test("a sampling request, well-formed", () => {
  const read = readSampling({
    systemPrompt: "Be brief.",
    messages: [
      { role: "user", content: { type: "text", text: "hi" } },
      {
        role: "assistant",
        content: [
          { type: "text", text: "a" },
          { type: "image", data: "", mimeType: "image/png" },
        ],
      },
    ],
    modelPreferences: { hints: [{ name: "claude" }, {}], speedPriority: 0.5 },
    maxTokens: 100,
    stopSequences: ["\n"],
    includeContext: "none",
    tools: [{ name: "look" }],
  });
  assert.equal(read.system, "Be brief.");
  assert.deepEqual(
    read.messages.map((one) => [one.role, one.content.length]),
    [
      ["user", 1],
      ["assistant", 2],
    ],
  );
  assert.deepEqual(read.wishes, [
    ["Model", "claude"],
    ["Speed", "0.5 of 1"],
    ["At most", "100 tokens"],
    ["Stop at", '"\\n"'],
    ["Tools", "look"],
  ]);
});

test("a sampling request, anything else", () => {
  assert.deepEqual(readSampling({}), { system: "", messages: [], wishes: [] });
  assert.deepEqual(readSampling({ messages: [null, "x", { role: 3 }], modelPreferences: [], tools: [1] }), {
    system: "",
    messages: [{ role: "", content: [] }],
    wishes: [["Tools", "?"]],
  });
  assert.deepEqual(readSampling({ messages: [{ role: "user", content: "bare" }] }).messages[0]?.content, [
    { type: "text", text: "bare" },
  ]);
  assert.deepEqual(samplingResult("yes"), {
    role: "assistant",
    content: { type: "text", text: "yes" },
    model: "oriel-workbench/person",
    stopReason: "endTurn",
  });
});

test("what a view says of itself: the content wins over the list", () => {
  const content = { ui: { csp: { connectDomains: ["https://a.example", 3] }, prefersBorder: false } };
  const entry = {
    ui: { csp: { connectDomains: ["https://b.example"] }, domain: "d", permissions: { camera: {}, microphone: {} } },
    "openai/widgetCSP": { connect_domains: ["https://c.example"] },
  };
  assert.deepEqual(viewMetadata(content, entry), [
    { name: "Connects to", value: "https://a.example\n3", from: "content _meta.ui.csp" },
    { name: "Border", value: "not wanted", from: "content _meta.ui" },
    { name: "Permissions", value: "camera, microphone", from: "list _meta.ui" },
    { name: "Domain", value: "d", from: "list _meta.ui" },
    { name: "Connects to", value: "https://c.example", from: 'list _meta["openai/widgetCSP"]' },
  ]);
  assert.deepEqual(viewMetadata(undefined, "x"), []);
});

test("a sentence ends in one full stop", () => {
  for (const [text, whole] of [
    ["it went away", "it went away."],
    ["It went away.", "It went away."],
    ["It went away. ", "It went away."],
    ["Did it?", "Did it?"],
    ['He said "no."', 'He said "no."'],
    ["It waits…", "It waits…"],
    ["see (here)", "see (here)."],
  ] as const) {
    assert.equal(asSentence(text), whole);
  }
});

test("progress is numbers and text only", () => {
  assert.deepEqual(readProgress({ progress: 1, total: 3, message: "one" }), { progress: 1, total: 3, message: "one" });
  const sent = { progress: "<b>", total: Infinity, message: { toString: () => "x" } };
  assert.deepEqual(readProgress(sent as never), { progress: 0 });
});

test("what helps against a violation fits what was blocked, and is computed from all hosts", () => {
  const host = (title: string, csp: Record<string, unknown>, ui: "mcp-apps" | "none" = "mcp-apps") => ({
    title,
    ui,
    facts: Object.entries(csp).map(([name, value]) => ({ name, value, known: true })),
  });
  const loose = host("Loose", {
    "csp.script-src": { allowed: ["'self'", "'unsafe-eval'", "blob:"] },
    "csp.worker-src": { allowed: ["'self'"] },
  });
  const strict = host("Strict", { "csp.script-src": { allowed: ["'self'"] }, "csp.img-src": { allowed: ["data:"] } });
  const half = host("Half", { "csp.script-src": { allowed: ["'self'", "data:"], notMeasured: ["'unsafe-eval'"] } });
  const all = [loose, strict, half, host("Bare", {}), host("Terminal", { "csp.script-src": { allowed: ["blob:"] } }, "none")];
  const rows: [directive: string, blocked: unknown, host: typeof loose, help: string, harmless: boolean][] = [
    ["script-src", "eval", strict, "Loose allows it; Strict refuses it; other hosts are not measured. Libraries that only test for it work without.", true],
    ["script-src", "wasm-eval", half, "For Half this is not measured; MCP Apps refuses it. Loose allows it; Strict refuses it; other hosts are not measured. Libraries", true],
    ["script-src-elem", "blob", strict, "Loose allows it; Strict and Half refuse it; other hosts are not measured. No declaration", false],
    ["worker-src", "blob", strict, "Loose, Strict and Half refuse it; other hosts are not measured. No declaration", false],
    ["script-src-elem", "data", strict, "Half allows it; Loose and Strict refuse it; other hosts are not measured.", false],
    ["font-src", "data", strict, "For Strict this is not measured; MCP Apps refuses it. It is not measured which hosts allow it.", false],
    ["img-src", "blob", strict, "Strict refuses it; other hosts are not measured.", false],
    ["connect-src", "https://api.example", strict, "Declare the origin", false],
    ["connect-src", undefined, strict, "does not allow this. Declare", false],
    ["connect-src", {}, strict, "does not allow this. Declare", false],
    ["connect-src", "toString", strict, "does not allow toString. Declare", false],
  ];
  for (const [directive, blocked, profile, help, harmless] of rows) {
    const found = readViolation({ directive, blocked, file: "a.js", line: 7 }, profile, all);
    assert.ok(found.text.replace(" (a.js:7)", "").includes(help), found.text);
    assert.equal(found.harmless, harmless, String(blocked));
  }
  const measured = readViolation({ directive: "script-src", blocked: "eval" }, strict, [loose, strict]).text;
  assert.match(measured, /Loose allows it; Strict refuses it\. Libraries/);
  const own = "http://0767bd662c62ef9827665fd7b81d273a.localhost:39977/view/a92f9a56103918ec7b6b8877d663532c";
  const places: [directive: string, blocked: string, file: string, words: string][] = [
    ["connect-src", "https://api.example/days?of=1", own, 'allow https://api.example/days (line 7 of the view). Declare the origin in the view\'s ui.CSP: ConnectDomains: []string{"https://api.example"}.'],
    ["script-src-elem", "https://cdn.example:8443/a.js", "", 'allow https://cdn.example:8443/a.js. Declare the origin in the view\'s ui.CSP: ResourceDomains: []string{"https://cdn.example:8443"}.'],
    ["frame-src", "https://a.example/", `https://b.example/${"x/".repeat(99)}main.js`, "x/x/main.js:7)"],
    ["webrtc", "stun:stun.example", "", "allow stun:stun.example. Declare the origin in the view's CSP."],
  ];
  for (const [directive, blocked, file, words] of places) {
    const found = readViolation({ directive, blocked, file, line: 7 }, strict, all).text;
    assert.ok(found.includes(words) && found.length < 330, found);
  }
  const { text } = readViolation({ directive: 5, blocked: "x".repeat(999), file: "y".repeat(999), line: {} }, strict, all);
  assert.ok(text.startsWith("Blocked by the view's content security policy: 5 does not allow xxx"));
  assert.ok(text.length < 700);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { firstProfiles } from "../bench.ts";
import { readLines } from "../lines.ts";
import { cleanSearch, readStart } from "../start.ts";
import { matches, Pairing } from "../traffic.ts";
import { audienceOf, resultText, viewOf } from "../wire.ts";

test("the address is read", () => {
  const start = readStart(
    `?token=T&tool=day&args=${encodeURIComponent('{"place":"Lisbon"}')}&profiles=claude,%20text,claude,&run=1`,
    null,
  );
  assert.deepEqual(start, {
    token: "T",
    fresh: true,
    tool: "day",
    args: { place: "Lisbon" },
    argsError: undefined,
    profiles: ["claude", "text"],
    server: undefined,
    run: true,
    stream: false,
    layout: undefined,
    environment: {},
    environmentErrors: [],
  });
  const other = readStart("?token=T&server=clock&stream=1", null);
  assert.deepEqual([other.server, other.stream, other.run], ["clock", true, false]);
  assert.equal(readStart("?stream=paused", null).stream, "paused");
  assert.equal(readStart("?layout=fit", null).layout, "fit");
});

test("only an address with the token may run", () => {
  assert.equal(readStart("?tool=delete&run=1", "stored").run, false);
  const { token, fresh } = readStart("?tool=delete&run=1", "stored");
  assert.deepEqual([token, fresh], ["stored", false]);
  assert.equal(readStart("?token=&run=1", "stored").run, false);
  assert.equal(readStart("?token=T&run=0", null).run, false);
});

test("arguments that are no object are an error", () => {
  for (const args of ["{", "[1]", "null", "7", '"x"']) {
    const start = readStart(`?token=T&args=${encodeURIComponent(args)}`, null);
    assert.equal(start.args, undefined);
    assert.ok(start.argsError, args);
  }
  assert.equal(readStart("?token=T&args=", null).argsError, undefined);
});

test("token and run leave the address", () => {
  assert.equal(cleanSearch("?token=T&run=1"), "");
  assert.equal(
    cleanSearch("?token=T&tool=a+b&run=1&profiles=x&server=s&stream=1"),
    "?tool=a+b&profiles=x&server=s&stream=1",
  );
});

test("lines are put together from pieces, a torn end is dropped", async () => {
  const pieces = ['{"a"', ":1}\n\n{", '"b":"ü', '"}\n{"torn"'];
  const bytes = new TextEncoder().encode(pieces.join(""));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 3) {
        controller.enqueue(bytes.slice(at, at + 3));
      }
      controller.close();
    },
  });
  const lines: string[] = [];
  await readLines(body, (line) => lines.push(line));
  assert.deepEqual(lines, ['{"a":1}', '{"b":"ü"}']);
});

test("an answer carries the method and the time of its request", () => {
  const pairing = new Pairing();
  const request = pairing.entry("claude", "in", { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }, 50, 1000);
  const other = pairing.entry("claude", "out", { jsonrpc: "2.0", id: "1", result: {} }, 20, 1010);
  const answer = pairing.entry("claude", "out", { jsonrpc: "2.0", id: 1, result: {} }, 20, 1040);
  assert.deepEqual([request.kind, request.method, request.durationMs], ["request", "tools/call", undefined]);
  assert.deepEqual([other.method, other.durationMs], ["answer", undefined], '1 and "1" are two ids');
  assert.deepEqual([answer.kind, answer.method, answer.durationMs], ["response", "tools/call", 40]);
});

test("UI actions are paired by their message id", () => {
  const pairing = new Pairing();
  pairing.entry("mcp-ui", "in", { type: "tool", payload: { messageId: "m", toolName: "x" } }, 50, 1000);
  const received = pairing.entry(
    "mcp-ui",
    "out",
    { type: "ui-message-received", messageId: "m", payload: {} },
    20,
    1005,
  );
  const response = pairing.entry(
    "mcp-ui",
    "out",
    { type: "ui-message-response", messageId: "m", payload: { error: {} } },
    20,
    1030,
  );
  assert.equal(received.kind, "notification");
  assert.deepEqual([response.kind, response.durationMs], ["error", 30]);
});

test("a large body is cut, a strange message is kept as an error", () => {
  const pairing = new Pairing();
  const large = pairing.entry(
    "x",
    "in",
    { jsonrpc: "2.0", method: "m", params: { a: "y".repeat(100_000) } },
    100_050,
    0,
  );
  assert.equal((large.body as { truncated: boolean }).truncated, true);
  assert.equal(pairing.entry("x", "in", "hello", 7, 0).kind, "error");
});

test("the filter looks at host, kind, method and body", () => {
  const entry = new Pairing().entry(
    "claude",
    "in",
    { jsonrpc: "2.0", method: "ui/message", params: { text: "Moon" } },
    10,
    0,
  );
  const all = { text: "", profile: "", kind: "" } as const;
  assert.equal(matches(entry, all), true);
  assert.equal(matches(entry, { ...all, text: "moon" }), true);
  assert.equal(matches(entry, { ...all, text: "sun" }), false);
  assert.equal(matches(entry, { ...all, profile: "chatgpt" }), false);
  assert.equal(matches(entry, { ...all, kind: "view" }), true);
  assert.equal(matches(entry, { ...all, kind: "mcp" }), false);
  assert.equal(matches(entry, { ...all, kind: "error" }), false);
});

test("a tool's view and audience are read from all names", () => {
  assert.equal(viewOf({ name: "a", _meta: { ui: { resourceUri: "ui://1" }, "ui/resourceUri": "ui://2" } }), "ui://1");
  assert.equal(viewOf({ name: "a", _meta: { "ui/resourceUri": "ui://2" } }), "ui://2");
  assert.equal(viewOf({ name: "a", _meta: { "openai/outputTemplate": "ui://3" } }), "ui://3");
  assert.equal(viewOf({ name: "a" }), undefined);
  assert.equal(audienceOf({ name: "a" }), "both");
  assert.equal(audienceOf({ name: "a", _meta: { ui: { visibility: ["app"] } } }), "app");
  assert.equal(audienceOf({ name: "a", _meta: { ui: { visibility: ["model"] } } }), "model");
  assert.equal(audienceOf({ name: "a", _meta: { ui: { visibility: ["model", "app"] } } }), "both");
});

test("the text of a result is its text blocks", () => {
  assert.equal(
    resultText({ content: [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }] }),
    "a\n\nb",
  );
  assert.equal(resultText(undefined), "");
  assert.equal(resultText({ content: [null] as never }), "");
});

test("profiles of the address that nobody knows are named, the usual ones take their place", () => {
  const known = ["mcp-ui", "generic", "vscode", "text", "chatgpt", "claude"];
  const usual = ["claude", "chatgpt", "mcp-ui", "text"];
  assert.deepEqual(firstProfiles(known, undefined), { chosen: usual, unknown: [] });
  assert.deepEqual(firstProfiles(known, ["cursor", "vscode"]), { chosen: ["vscode"], unknown: ["cursor"] });
  assert.deepEqual(firstProfiles(known, ["cursor", "toString"]), { chosen: usual, unknown: ["cursor", "toString"] });
  assert.deepEqual(firstProfiles(["text"], undefined), { chosen: ["text"], unknown: [] });
  assert.deepEqual(firstProfiles([...known, "auto"], undefined), { chosen: usual, unknown: [] });
  assert.deepEqual(firstProfiles([...known, "auto"], undefined, true), { chosen: ["auto", ...usual], unknown: [] });
  assert.deepEqual(firstProfiles([...known, "auto"], ["claude"], true), { chosen: ["claude"], unknown: [] });
  assert.deepEqual(firstProfiles(known, undefined, true), { chosen: usual, unknown: [] });
});

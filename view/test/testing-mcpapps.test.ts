// The fake MCP Apps host.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLAUDE_CAPABILITIES, GOOSE_CAPABILITIES } from "../src/hosts/presets.ts";
import { mcpAppsHost } from "../src/testing/index.ts";
import { enter, host, inside, page, rawly } from "./fakes.ts";
import { settle } from "./harness.ts";

test("MCP Apps: nothing is sent before the view is initialized, then in order", async () => {
  await enter(() => {
    const host = mcpAppsHost({ hostInfo: { name: "h", version: "2" } });
    void host.simulateToolInputPartial({ city: "Lis" });
    void host.simulateToolInput({ city: "Lisbon" });
    void host.simulateContextChange({ theme: "dark" });
    return host;
  });
  await host.connected;
  const names = host.traffic.map(({ from, message }) => `${from} ${(message as { method?: string }).method ?? "answer"}`);
  assert.deepEqual(names, [
    "view ui/initialize",
    "host answer",
    "view ui/notifications/initialized",
    "host ui/notifications/tool-input-partial",
    "host ui/notifications/tool-input",
  ]);
  assert.equal(page.oriel.context().theme, "dark", "what changed before is in the answer to ui/initialize");
  assert.deepEqual(page.oriel.hostInfo(), { name: "h", version: "2" });
});

test("MCP Apps: partial input", async () => {
  await inside(mcpAppsHost);
  const seen: unknown[] = [];
  page.oriel.onToolInputPartial((input) => void seen.push(input));
  await host.simulateToolInputPartial({ city: "L" });
  await host.simulateToolInputPartial({ city: "Lis" });
  assert.deepEqual(seen, [{ city: "L" }, { city: "Lis" }]);
});

test("MCP Apps: what is not advertised is not there", async () => {
  const capabilities = { openLinks: {} };
  await inside(() => mcpAppsHost({ capabilities, tools: { forecast: () => ({}) } }));
  assert.deepEqual(page.oriel.hostCapabilities(), capabilities);
  await page.oriel.openLink("https://example.com/");
  await assert.rejects(page.oriel.callTool("forecast"), { code: -32601 });
  await assert.rejects(page.oriel.sendMessage("x"), { code: -32601 });
  assert.deepEqual(host.sent.map(({ kind }) => kind), ["link", "tool", "message"], "what was asked for in vain is told too");
});

test("MCP Apps: progress and cancellation of a call", async () => {
  let signal: AbortSignal | undefined;
  const view = await rawly(() =>
    mcpAppsHost({
      tools: {
        async slow(_, run) {
          signal = run.signal;
          run.progress(1, 2, "half");
          await new Promise((stop) => run.signal.addEventListener("abort", stop));
          run.progress(2);
        },
        quick: (_, run) => run.progress(1),
      },
    }),
  );
  view.heard.length = 0;
  view.send({ id: 1, method: "tools/call", params: { name: "slow", _meta: { progressToken: "t" } } });
  await settle();
  assert.deepEqual(view.heard, [
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "t", progress: 1, total: 2, message: "half" } },
  ]);
  view.send({ method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
  await settle();
  assert.deepEqual([signal?.aborted, signal?.reason, view.heard.length], [true, new Error("enough"), 1], "no answer, no more progress");
  view.send({ id: 2, method: "tools/call", params: { name: "quick" } });
  await settle();
  assert.deepEqual(view.heard.slice(1), [{ jsonrpc: "2.0", id: 2, result: { content: [] } }], "nobody asked for progress");
});

test("MCP Apps: resources", async () => {
  const view = await rawly(() =>
    mcpAppsHost({ resources: { "file:///a": "A", "file:///b": { mimeType: "image/png", blob: "AA==" } } }),
  );
  view.heard.length = 0;
  for (const [id, uri] of ["file:///a", "file:///b", "file:///c", "constructor"].entries())
    view.send({ id, method: "resources/read", params: { uri } });
  view.send({ id: 9, method: "resources/list" });
  await settle();
  assert.deepEqual(view.heard.map(({ result, error }) => result ?? error), [
    { contents: [{ uri: "file:///a", text: "A" }] },
    { contents: [{ uri: "file:///b", mimeType: "image/png", blob: "AA==" }] },
    { code: -32002, message: "Resource not found: file:///c" },
    { code: -32002, message: "Resource not found: constructor" },
    { resources: [{ uri: "file:///a", name: "file:///a" }, { uri: "file:///b", name: "file:///b", mimeType: "image/png" }] },
  ]);
  assert.equal(host.of("resource").length, 4);
});

test("MCP Apps: requests that the test answers, and the others", async () => {
  const view = await rawly(() =>
    mcpAppsHost({
      requests: {
        "sampling/createMessage": ({ maxTokens }) => ({ model: "m", maxTokens }),
        "ui/open-link": () => ({ isError: true }),
      },
    }),
  );
  assert.deepEqual(view.heard[0]?.result.hostCapabilities.sampling, {});
  view.heard.length = 0;
  view.send({ id: 1, method: "sampling/createMessage", params: { maxTokens: 5 } });
  view.send({ id: 2, method: "ui/open-link", params: { url: "https://example.com/" } });
  view.send({ id: 3, method: "tools/list" });
  view.send({ id: 4, method: "ping" });
  view.send({ method: "ui/notifications/request-teardown" });
  view.send({ method: "notifications/message", params: { level: "info", data: { a: 1 } } });
  view.send({ id: 5, method: "ui/update-model-context", params: { structuredContent: { a: 1 } } });
  await settle();
  const answers = view.heard.toSorted((a, b) => a.id - b.id);
  assert.deepEqual(answers.map(({ result, error }) => result ?? error.code), [
    { model: "m", maxTokens: 5 },
    { isError: true },
    { tools: [] },
    {},
    {},
  ]);
  assert.deepEqual(host.sent, [
    { kind: "other", name: "sampling/createMessage", params: { maxTokens: 5 } },
    { kind: "link", url: "https://example.com/" },
    { kind: "other", name: "tools/list", params: {} },
    { kind: "close" },
    { kind: "log", level: "info", data: { a: 1 } },
    { kind: "model-context", data: { a: 1 } },
  ]);
});

test("MCP Apps: a view offers tools", async () => {
  const view = await rawly(mcpAppsHost, { tools: { listChanged: true } });
  view.heard.length = 0;
  const listed = host.simulateListTools();
  await settle();
  view.send({ id: view.heard[0]?.id, result: { tools: [{ name: "zoom" }] } });
  assert.deepEqual(await listed, [{ name: "zoom" }]);
  const called = host.simulateToolCall("zoom", { by: 2 });
  await settle();
  assert.partialDeepStrictEqual(view.heard[1], { method: "tools/call", params: { name: "zoom", arguments: { by: 2 } } });
  view.send({ id: view.heard[1]?.id, error: { code: -32602, message: "too far" } });
  await assert.rejects(called, { name: "HostError", code: -32602, message: "too far" });
  const never = host.simulateToolCall("zoom");
  await settle();
  host.close();
  await assert.rejects(never, /The host is closed/);
});

test("MCP Apps: a display mode that the view has not declared is not given", async () => {
  const view = await rawly(mcpAppsHost, { availableDisplayModes: ["inline", "pip"] });
  view.heard.length = 0;
  view.send({ id: 1, method: "ui/request-display-mode", params: { mode: "fullscreen" } });
  await settle();
  view.send({ id: 2, method: "ui/request-display-mode", params: { mode: "pip" } });
  await settle();
  assert.deepEqual(view.heard, [
    { jsonrpc: "2.0", id: 1, result: { mode: "inline" } },
    { jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { displayMode: "pip" } },
    { jsonrpc: "2.0", id: 2, result: { mode: "pip" } },
  ]);
});

test("MCP Apps: a preset is what the host has", async () => {
  const capabilities = { ...CLAUDE_CAPABILITIES, sendMessage: false, subscriptions: true, samplingTools: true };
  await inside(() => mcpAppsHost({ capabilities, tools: { forecast: () => ({}) } }));
  assert.deepEqual(page.oriel.context().availableDisplayModes, CLAUDE_CAPABILITIES.displayModes);
  assert.partialDeepStrictEqual(page.oriel.hostCapabilities(), { serverTools: {}, serverResources: { subscribe: true }, sampling: { tools: {} } });
  assert.equal("message" in page.oriel.hostCapabilities(), false);
  assert.equal((await page.oriel.callTool("forecast")).isError, false);
  await assert.rejects(page.oriel.sendMessage("x"), { code: -32601 });
});

test("MCP Apps: a preset that says what the host never sends", async () => {
  const none = { partialToolInput: false, toolCancellation: false, teardown: false, appTools: false };
  await inside(() => mcpAppsHost({ capabilities: { ...GOOSE_CAPABILITIES, ...none } }));
  const before = host.traffic.length;
  await host.simulateToolInputPartial({ city: "Lis" });
  await host.simulateToolCancelled();
  await assert.rejects(host.simulateListTools(), { code: -32601, message: "This host can't send tools/list" });
  await host.simulateTeardown();
  assert.equal(host.traffic.length, before);
});

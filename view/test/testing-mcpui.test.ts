// The fake MCP-UI host.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpUIHost } from "../src/testing/index.ts";
import { host, inside, page, wire } from "./fakes.ts";
import { pass, settle } from "./harness.ts";

test("MCP-UI: the protocol on the wire", async () => {
  await inside(() => mcpUIHost({ state: { tab: 2 }, context: { theme: "dark" }, tools: { forecast: () => ({ text: "Sunny" }) } }));
  await settle();
  assert.deepEqual(page.oriel.getState(), { tab: 2 });
  assert.deepEqual(wire("view"), [{ type: "ui-lifecycle-iframe-ready", payload: {} }]);
  assert.deepEqual(wire("host"), [
    {
      type: "ui-lifecycle-iframe-render-data",
      payload: { renderData: { theme: "dark", displayMode: "inline", locale: "en-US", widgetState: { tab: 2 } } },
    },
  ]);
  assert.equal((await page.oriel.callTool("forecast", { a: 1 })).text, "Sunny");
  const [asked] = wire("view").slice(1) as { messageId: string }[];
  const { messageId } = asked!;
  assert.deepEqual(asked, { type: "tool", messageId, payload: { toolName: "forecast", params: { a: 1 }, messageId } });
  assert.deepEqual(wire("host").slice(1), [
    { type: "ui-message-received", messageId, payload: { messageId } },
    {
      type: "ui-message-response",
      messageId,
      payload: { response: { content: [{ type: "text", text: "Sunny" }] }, messageId },
    },
  ]);
  await pass(10_000);
  assert.equal(wire("view").length, 2, "who has sent render data is not asked for it");
});

test("MCP-UI: actions of a page that has no runtime", async () => {
  await inside(mcpUIHost);
  parent.postMessage({ type: "intent", payload: { intent: "buy", params: { n: 1 } } }, "*");
  parent.postMessage({ type: "notify", payload: { message: "hm" } }, "*");
  parent.postMessage({ type: "ui-request-render-data", messageId: "m1", payload: {} }, "*");
  parent.postMessage({ type: "constructor", payload: {} }, "*");
  parent.postMessage(null, "*");
  await settle();
  assert.deepEqual(host.sent, [
    { kind: "intent", intent: "buy", params: { n: 1 } },
    { kind: "log", data: "hm" },
  ]);
  assert.partialDeepStrictEqual(wire("host").at(-1), { type: "ui-lifecycle-iframe-render-data", messageId: "m1" });
});

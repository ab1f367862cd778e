import assert from "node:assert/strict";
import { test } from "node:test";
import { hosts, answer, result, same } from "./compat-hosts.ts";
import { open, settle } from "./harness.ts";

type MCPUI = Record<string, any>;

const shim = () => (globalThis as { mcpUI?: MCPUI }).mcpUI!;

/** Collects what a page of this kind listens for, from its parent alone. */
const listen = (): { data: any[]; messages: any[] } => {
  const heard = { data: [] as any[], messages: [] as any[] };
  addEventListener("mcp-data", (event) => void heard.data.push((event as CustomEvent).detail));
  addEventListener("message", ({ source, data }) => {
    if (source === parent && (data?.type === "mcp-tool-result" || data?.id === 1)) heard.messages.push(data);
  });
  return heard;
};

for (const [kind, host] of Object.entries(hosts)) {
  test(`a page written for window.mcpUI on ${kind}`, async (t) => {
    const stage = await host(["mcpui"]);
    await t.test("reads what the call gave", () => {
      assert.deepEqual(shim().getData(), result.structuredContent);
      assert.partialDeepStrictEqual(shim().getMeta(), { secret: [1], mcp_tool_result: { content: result.content } });
      assert.equal(shim().getState(), null);
    });
    await t.test("keeps state", () => {
      shim().setState({ tab: 2 });
      assert.deepEqual(shim().getState(), { tab: 2 });
    });
    await t.test("calls tools", async () => {
      const called = shim().callTool("forecast", { days: 2 });
      await stage.answer();
      same(await called, answer);
    });
    await t.test("calls tools by a message of its own", async () => {
      const heard = listen();
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "forecast", arguments: {} } };
      parent.postMessage(message, "*");
      await stage.answer();
      await settle();
      same(heard.messages, [{ jsonrpc: "2.0", id: 1, result: answer }]);
    });
    await t.test("sends messages in both forms", async () => {
      stage.asked.length = 0;
      const sent = [shim().sendMessage("one"), shim().sendMessage({ prompt: "two" })];
      await stage.answer();
      await Promise.all(sent);
      const texts = JSON.stringify(stage.asked);
      assert.match(texts, /"one".*"two"/);
    });
    assert.deepEqual(stage.page.errors, []);
  });
}

/** A page that listens before its host has answered. */
const early = async () => {
  const page = await open({ compat: ["mcpui"] });
  return { page, heard: listen() };
};

test("a result is an event and a message", async () => {
  const { page, heard } = await early();
  page.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: result });
  await settle();
  same(heard.data, [result]);
  same(heard.messages, [{ type: "mcp-tool-result", result }]);
  page.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: result });
  await settle();
  assert.deepEqual([heard.data.length, heard.messages.length], [2, 2]);
});

test("a host's own message is not given twice", async () => {
  const { page, heard } = await early();
  page.post({ type: "mcp-tool-result", result });
  await settle();
  same(heard.data, [result]);
  same(heard.messages, [{ type: "mcp-tool-result", result }]);
});

test("a call that fails answers the page's message with an error", async () => {
  const { page, heard } = await early();
  await page.answer();
  parent.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "none" } }, "*");
  await settle();
  const { id } = page.with("tools/call").at(-1)!;
  page.post({ jsonrpc: "2.0", id, error: { code: -32602, message: "no such tool" } });
  await settle();
  assert.deepEqual(heard.messages, [{ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "no such tool" } }]);
});

test("all else that the page posts goes to the host", async () => {
  const { page } = await early();
  parent.postMessage({ anything: 1 }, "https://host.example");
  assert.deepEqual(page.sent.at(-1), { anything: 1, target: "https://host.example" });
});

test("the host's own window.mcpUI wins", async () => {
  const mcpUI = {};
  const page = await open({ compat: ["mcpui"], globals: { mcpUI } });
  assert.equal(shim(), mcpUI);
  assert.deepEqual(page.sent, []);
});

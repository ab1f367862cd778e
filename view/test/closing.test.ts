// A view that closes: by a call, and by a result that asks for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { chatGPT } from "./pair.ts";

const teardowns = (page: Page) => page.with("ui/notifications/request-teardown").length;

const closing: Record<string, unknown> = {
  "oriel/closeView": true,
  "openai/closeWidget": true,
};

for (const [key, value] of Object.entries(closing)) {
  test(`a delivered result with ${key} closes the view, after its handlers have heard of it`, async () => {
    const page = await connect();
    page.oriel.onToolResult(({ text }) => assert.equal(text, "Done"));
    page.post(notification("ui/notifications/tool-result", { content: [{ type: "text", text: "Done" }], _meta: { [key]: value } }));
    await settle();
    assert.equal(teardowns(page), 1);
    assert.equal(page.oriel.toolResult()?.text, "Done");
    assert.deepEqual(page.errors, []);
  });

  test(`a called tool's result with ${key} closes the view`, async () => {
    const page = await connect();
    const call = page.oriel.callTool("done");
    await settle();
    page.post({ jsonrpc: "2.0", id: page.with("tools/call")[0]?.id, result: { content: [], _meta: { [key]: value } } });
    await call;
    assert.equal(teardowns(page), 1);
  });
}

test("nothing else closes the view", async () => {
  const page = await connect();
  for (const _meta of [undefined, null, 7, {}, { "oriel/closeView": false }, { "oriel/closeView": "true" }, { "openai/closeWidget": 1 }])
    page.post(notification("ui/notifications/tool-result", { content: [], _meta }));
  await settle();
  assert.equal(teardowns(page), 0);
});

test("where window.openai is, the host closes the view itself", async () => {
  const page = await connect({}, { openai: { requestClose() {} } });
  page.post(notification("ui/notifications/tool-result", { content: [], _meta: { "openai/closeWidget": true } }));
  await settle();
  assert.equal(teardowns(page), 0);
  const { page: alone, calls, set } = await chatGPT();
  set({ toolOutput: {}, toolResponseMetadata: { "openai/closeWidget": true } });
  await settle();
  assert.equal(teardowns(alone), 0);
  assert.deepEqual(calls, []);
});

test("a view asks to be closed by what the host has", async () => {
  const calls: string[] = [];
  const page = await connect({}, { openai: { requestClose: () => void calls.push("requestClose") } });
  await page.oriel.requestClose();
  assert.deepEqual([calls, teardowns(page)], [["requestClose"], 0]);
  const bridge = await connect();
  await bridge.oriel.requestClose();
  assert.deepEqual(bridge.with("ui/notifications/request-teardown")[0]?.params, {});
});

test("a host without a way to close refuses", async () => {
  for (const options of [{ alone: true }, { mcpui: true }]) {
    const page = await open(options);
    await settle();
    await assert.rejects(page.oriel.requestClose(), { name: "ViewError", code: -32601 });
    assert.equal(page.oriel.requestClose.isSupported(), false);
  }
});

test("closing runs the view's teardown before the host is answered", async () => {
  const page = await connect();
  const order: string[] = [];
  page.oriel.onTeardown(async () => {
    await new Promise((done) => setTimeout(done, 50));
    order.push("saved");
  });
  await page.oriel.requestClose();
  page.post({ jsonrpc: "2.0", id: "t", method: "ui/resource-teardown", params: {} });
  await pass(100);
  order.push(...page.sent.filter(({ id, result }) => id === "t" && result).map(() => "answered"));
  assert.deepEqual(order, ["saved", "answered"]);
});

test("a result without a host has nobody to ask", async () => {
  const page = await open({ alone: true });
  page.post(notification("ui/notifications/tool-result", { content: [], _meta: { "oriel/closeView": true } }), window);
  await settle();
  assert.ok(page.oriel.toolResult());
  assert.deepEqual(page.errors, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";

/** Answers the last request with this method. */
async function reply(page: Page, method: string, answer: object) {
  await settle();
  const request = page.with(method).at(-1);
  assert.ok(request, `${method} was not sent`);
  page.post({ jsonrpc: "2.0", id: request.id, ...answer });
  return request;
}

test("a tool call resolves with its result", async () => {
  const page = await connect();
  const call = page.oriel.callTool<{ day: string }, number[]>("day", { place: "Lisbon" });
  const request = await reply(page, "tools/call", {
    result: { content: [{ type: "text", text: "Friday" }], structuredContent: { day: "Fri" }, _meta: { "oriel/viewData": [1] } },
  });
  assert.deepEqual(request.params, { name: "day", arguments: { place: "Lisbon" } });
  const result = await call;
  assert.deepEqual([result.data?.day, result.viewData?.[0], result.text, result.isError], ["Fri", 1, "Friday", false]);
  assert.equal(page.oriel.toolResult(), undefined, "the view's own result is another");
});

test("a tool call without arguments sends an empty object", async () => {
  const page = await connect();
  void page.oriel.callTool("now");
  await settle();
  assert.deepEqual(page.with("tools/call")[0]?.params, { name: "now", arguments: {} });
});

test("a tool that fails resolves", async () => {
  const page = await connect();
  const call = page.oriel.callTool("day");
  await reply(page, "tools/call", { result: { content: [{ type: "text", text: "No such day" }], isError: true } });
  const { isError, text } = await call;
  assert.deepEqual([isError, text], [true, "No such day"]);
});

test("a protocol error rejects with its code", async (t) => {
  const cases: Record<string, [error: unknown, want: object]> = {
    usual: [{ code: -32602, message: "Unknown tool" }, { name: "ViewError", code: -32602, message: "Unknown tool" }],
    "without a code": [{ message: "denied" }, { code: -32000, message: "denied" }],
    text: ["denied", { code: -32000, message: "denied" }],
  };
  for (const [name, [error, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await connect();
      const call = page.oriel.callTool("day");
      await reply(page, "tools/call", { error });
      await assert.rejects(call, (raised) => {
        assert.ok(raised instanceof page.oriel.ViewError);
        assert.partialDeepStrictEqual({ name: raised.name, code: raised.code, message: raised.message }, want);
        return true;
      });
    });
  }
});

test("calls wait as long as the host takes, and answers find their calls", async () => {
  const page = await connect();
  const first = page.oriel.callTool("a");
  const second = page.oriel.callTool("b");
  await settle();
  const [a, b] = page.with("tools/call");
  assert.notEqual(a?.id, b?.id);
  await pass(24 * 3600 * 1000);
  page.post({ jsonrpc: "2.0", id: b?.id, result: { structuredContent: "b" } });
  page.post({ jsonrpc: "2.0", id: a?.id, result: { structuredContent: "a" } });
  assert.deepEqual([(await first).data, (await second).data], ["a", "b"]);
});

test("arguments that can't be posted reject the call", async () => {
  const page = await connect();
  await assert.rejects(page.oriel.callTool("a", { f: () => 1 }), { name: "ViewError", code: -32602 });
});

test("messages and links", async (t) => {
  const requests: Record<string, [start: (page: Page) => Promise<void>, method: string, params: object]> = {
    message: [
      (page) => page.oriel.sendMessage("Compare with Porto"),
      "ui/message",
      { role: "user", content: [{ type: "text", text: "Compare with Porto" }] },
    ],
    link: [(page) => page.oriel.openLink("https://example.com/a?b"), "ui/open-link", { url: "https://example.com/a?b" }],
  };
  for (const [name, [start, method, params]] of Object.entries(requests)) {
    await t.test(`${name} sent`, async () => {
      const page = await connect();
      const done = start(page);
      assert.deepEqual((await reply(page, method, { result: {} })).params, params);
      assert.equal(await done, undefined);
    });
    await t.test(`${name} refused`, async () => {
      const page = await connect();
      const done = start(page);
      await reply(page, method, { result: { isError: true } });
      await assert.rejects(done, { name: "ViewError", code: -32000 });
    });
    await t.test(`${name} unknown`, async () => {
      const page = await connect();
      const done = start(page);
      await reply(page, method, { error: { code: -32601, message: "Method not found" } });
      await assert.rejects(done, { name: "ViewError", code: -32601 });
    });
  }
});

test("display mode: what the host gives is what is answered", async () => {
  const page = await connect({ displayMode: "inline", availableDisplayModes: ["inline", "fullscreen", "pip"] });
  const granted = page.oriel.requestDisplayMode("pip");
  assert.deepEqual((await reply(page, "ui/request-display-mode", { result: { mode: "fullscreen" } })).params, { mode: "pip" });
  assert.equal(await granted, "fullscreen");
  assert.equal(page.oriel.context().displayMode, "fullscreen");
});

test("display mode: a mode that the host lacks is not asked for", async () => {
  const page = await connect({ displayMode: "inline", availableDisplayModes: ["inline"] });
  assert.equal(await page.oriel.requestDisplayMode("fullscreen"), "inline");
  assert.deepEqual(page.with("ui/request-display-mode"), []);
});

test("display mode: odd answers", async (t) => {
  const cases: Record<string, [result: unknown, want: string]> = {
    "an answer without a mode": [{}, "fullscreen"],
    "no answer at all": [null, "fullscreen"],
    "a mode that nobody knows": [{ mode: "carousel" }, "inline"],
  };
  for (const [name, [result, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await connect({ availableDisplayModes: "all" });
      const mode = page.oriel.requestDisplayMode("fullscreen");
      await reply(page, "ui/request-display-mode", { result });
      assert.equal(await mode, want);
    });
  }
});

test("display mode: changes by the host arrive", async () => {
  const page = await connect({ displayMode: "inline" });
  page.post(notification("ui/notifications/host-context-changed", { displayMode: "fullscreen" }));
  assert.equal(page.oriel.context().displayMode, "fullscreen");
  page.post(notification("ui/notifications/host-context-changed", { displayMode: "carousel" }));
  assert.equal(page.oriel.context().displayMode, "fullscreen");
});

test("a message to a host of the old texts is one block, to any other a list", async () => {
  const block = { type: "text", text: "hello" };
  for (const [answer, content] of [
    [{ host: { name: "old" }, capabilities: {} }, block],
    [{ host: { name: "both" }, hostInfo: { name: "both" } }, [block]],
    [{}, [block]],
  ]) {
    const page = await open();
    const said = page.oriel.sendMessage("hello");
    await page.answer(answer);
    const request = await reply(page, "ui/message", { result: {} });
    assert.deepEqual(request.params, { role: "user", content });
    await said;
  }
});

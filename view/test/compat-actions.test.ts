import assert from "node:assert/strict";
import { test } from "node:test";
import { hosts, answer, input, result, same } from "./compat-hosts.ts";
import { notification, open, pass, settle } from "./harness.ts";

const { "MCP-UI": _, ...others } = hosts;

/** Collects what the parent posts in the protocol of the page. */
const listen = (): any[] => {
  const heard: any[] = [];
  addEventListener("message", ({ source, data }) => {
    if (source === parent && /^ui-/.test(data?.type)) heard.push(data);
  });
  return heard;
};

const post = (type: string, payload?: object, messageId?: string) =>
  parent.postMessage(messageId ? { type, messageId, payload } : { type, payload }, "*");

const received = (messageId: string) => ({ type: "ui-message-received", messageId, payload: { messageId } });
const responded = (messageId: string, response: object) => ({
  type: "ui-message-response",
  messageId,
  payload: { messageId, response },
});

/** What an action becomes on each kind of host, and what its answer is. */
const actions: Record<string, { payload: object; response?: object } & Record<string, unknown>> = {
  tool: {
    payload: { toolName: "forecast", params: { days: 2 } },
    "MCP Apps": ["tools/call", { name: "forecast", arguments: { days: 2 } }],
    "window.openai alone": ["callTool", "forecast", { days: 2 }],
    response: answer,
  },
  prompt: {
    payload: { prompt: "Compare" },
    "MCP Apps": ["ui/message", { role: "user", content: [{ type: "text", text: "Compare" }] }],
    "window.openai alone": ["sendFollowUpMessage", { prompt: "Compare" }],
  },
  intent: {
    payload: { intent: "buy", params: { cart: 1 } },
    "MCP Apps": ["ui/message", { role: "user", content: [{ type: "text", text: 'buy {"cart":1}' }] }],
    "window.openai alone": ["sendFollowUpMessage", { prompt: 'buy {"cart":1}' }],
  },
  link: {
    payload: { url: "https://a.example/" },
    "MCP Apps": ["ui/open-link", { url: "https://a.example/" }],
    "window.openai alone": ["openExternal", { href: "https://a.example/" }],
  },
  "ui-size-change": {
    payload: { width: 300, height: 200 },
    "MCP Apps": ["ui/notifications/size-changed", { width: 300, height: 200 }],
    "window.openai alone": ["notifyIntrinsicHeight", 200],
  },
  "ui-request-data": { payload: { requestType: "toolInput", params: {} }, response: input },
};

for (const [kind, host] of Object.entries(others)) {
  test(`a page written for UI actions on ${kind}`, async (t) => {
    const stage = await host(["actions"]);
    for (const [type, { payload, response = {}, [kind]: wanted }] of Object.entries(actions)) {
      for (const place of ["beside the payload", "in the payload"])
        await t.test(`${type}, with the id ${place}`, async () => {
          const heard = listen();
          stage.asked.length = 0;
          if (place === "in the payload") post(type, { ...payload, messageId: "m1" });
          else post(type, payload, "m1");
          await settle();
          assert.deepEqual(heard, [received("m1")].concat(wanted && type === "tool" && kind === "MCP Apps" ? [] : heard.slice(1)));
          await stage.answer();
          await settle();
          if (wanted) same(stage.asked.at(-1), wanted);
          same(heard, [received("m1"), responded("m1", response)]);
        });
      await t.test(`${type}, without an id`, async () => {
        const heard = listen();
        stage.asked.length = 0;
        post(type, payload);
        await stage.answer();
        if (wanted) same(stage.asked.at(-1), wanted);
        assert.deepEqual(heard, []);
      });
    }
    await t.test("render data comes to who is ready, who asks, and with each change", async () => {
      const heard = listen();
      post("ui-lifecycle-iframe-ready");
      await settle();
      assert.equal(heard.length, 1);
      assert.partialDeepStrictEqual(heard[0], {
        type: "ui-lifecycle-iframe-render-data",
        payload: {
          renderData: {
            toolInput: input,
            toolOutput: result.structuredContent,
            widgetState: null,
            locale: "pt-PT",
            theme: "light",
            displayMode: "inline",
            maxHeight: 500,
          },
        },
      });
      post("ui-request-render-data", {}, "m2");
      await settle();
      const asked = heard.find(({ type, messageId }) => type === "ui-lifecycle-iframe-render-data" && messageId === "m2");
      assert.ok(asked, "who asks is not answered");
      heard.length = 0;
      await stage.darken();
      assert.deepEqual(
        heard.map(({ payload }) => payload.renderData?.theme),
        ["dark"],
      );
      heard.length = 0;
      stage.page.frame();
      await settle();
      assert.deepEqual(heard, [], "nothing has changed");
    });
    await t.test("what can't be had is refused", async () => {
      const heard = listen();
      post("ui-request-data", { requestType: "weather", params: {} }, "m3");
      await settle();
      assert.equal(heard.at(-1).payload.error.code, -32601);
    });
    assert.deepEqual(stage.page.errors, []);
  });
}

test("a note goes to the host's log", async () => {
  const page = await open({ compat: ["actions"] });
  await page.answer({ protocolVersion: "2026-01-26", hostInfo: { name: "h", version: "1" }, hostCapabilities: { logging: {} }, hostContext: {} });
  post("notify", { message: "saved" }, "m1");
  await settle();
  assert.partialDeepStrictEqual(page.with("notifications/message")[0]!["params"], { level: "info", data: "saved" });
});

test("an action that the host refuses is answered with the error", async () => {
  const { page } = await hosts["MCP Apps"](["actions"]);
  const heard = listen();
  post("tool", { toolName: "none", params: {} }, "m1");
  await settle();
  page.post({ jsonrpc: "2.0", id: page.with("tools/call").at(-1)!["id"], error: { code: -32602, message: "no such tool" } });
  await settle();
  const { error } = heard.at(-1).payload;
  assert.deepEqual([error.code, error.message], [-32602, "no such tool"]);
});

test("cancelling and teardown have messages of their own", async () => {
  const { page } = await hosts["MCP Apps"](["actions"]);
  const heard = listen();
  page.post(notification("ui/notifications/tool-cancelled", { reason: "user" }));
  page.post({ jsonrpc: "2.0", id: "bye", method: "ui/resource-teardown", params: { reason: "done" } });
  await settle();
  await pass(1);
  same(heard, [
    { type: "ui-lifecycle-tool-cancelled", payload: { reason: "user" } },
    { type: "ui-lifecycle-teardown", payload: { reason: "done" } },
  ]);
  assert.deepEqual(page.sent.at(-1), { jsonrpc: "2.0", id: "bye", result: {}, target: "*" });
});

test("all else that the page posts goes to the host as it is", async () => {
  const page = await open({ compat: ["actions"] });
  for (const message of ["text", null, 5, { type: "mine" }, { type: "constructor" }, { type: "__proto__" }, { jsonrpc: "2.0", id: 1, method: "x" }]) {
    const count = page.sent.length;
    parent.postMessage(message, "https://host.example");
    assert.equal(page.sent.length, count + 1, JSON.stringify(message));
  }
});

test("messages from strangers keep their source", async () => {
  const page = await open({ compat: ["actions"] });
  const stranger = {};
  const sources: unknown[] = [];
  addEventListener("message", ({ source }) => void sources.push(source));
  page.post({ any: 1 }, stranger);
  page.post({ any: 1 });
  assert.deepEqual([sources[0] === stranger, sources[1] === parent], [true, true]);
});

// MCP Apps alone, as @oriel/view/mcp/native has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type * as Native from "../src/mcp/native.ts";
import { chatGPTHost, mcpAppsHost } from "../src/testing/index.ts";
import type { MCPAppsOptions } from "../src/testing/index.ts";
import { host, inside, page, wire } from "./fakes.ts";
import type * as Introduced from "./entries/introduced.ts";
import { open, settle } from "./harness.ts";
import type { Message } from "./harness.ts";

const native = async (options: MCPAppsOptions = {}): Promise<typeof Native> => {
  await inside(() => mcpAppsHost(options));
  return page.module<typeof Native>("mcp/native");
};

/** What the view has sent since the handshake. */
const said = (): Message[] => (wire("view") as Message[]).filter(({ method }) => method && !/initialize/.test(method));

test("mcp/native: each event, by setter and by listener, early and late", async () => {
  const { App } = await native();
  const app = new App();
  const heard: unknown[] = [];
  const hear = (name: string) => (params: unknown) => void heard.push([name, params]);
  app.ontoolinputpartial = hear("partial");
  app.addEventListener("toolinput", hear("input"));
  const result = hear("result");
  app.addEventListener("toolresult", result);
  app.addEventListener("toolresult", result);
  await app.connect();
  await host.simulateToolInputPartial({ city: "Li" });
  await host.simulateToolInput({ city: "Lisbon" });
  await host.simulateToolResult({ data: { high: 31 }, text: "Sunny", meta: { a: 1 } });
  assert.deepEqual(heard, [
    ["partial", { arguments: { city: "Li" } }],
    ["input", { arguments: { city: "Lisbon" } }],
    ["result", { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 }, isError: false, _meta: { a: 1 } }],
  ]);
  heard.length = 0;
  app.ontoolinput = hear("late");
  assert.deepEqual(heard, [["late", { arguments: { city: "Lisbon" } }]], "what was there is told at once");
  app.removeEventListener("toolresult", result);
  app.removeEventListener("toolresult", result);
  const themes: unknown[] = [];
  app.onhostcontextchanged = ({ theme }) => void themes.push(theme);
  themes.length = 0;
  await host.simulateContextChange({ theme: "dark" });
  assert.equal(typeof app.onhostcontextchanged, "function");
  app.onhostcontextchanged = undefined;
  await host.simulateContextChange({ theme: "light" });
  assert.deepEqual(themes, ["dark"]);
  assert.equal(app.onhostcontextchanged, undefined);
});

test("mcp/native: the App says who it is in the one handshake, and hears everything", async () => {
  const bare = await open({ compat: [] });
  const { app, again, connecting } = await bare.module<typeof Introduced>("../test/entries/introduced");
  assert.equal(app.getHostContext(), undefined);
  assert.equal(app.getHostCapabilities(), undefined);
  assert.equal(app.getHostVersion(), undefined);
  assert.deepEqual(
    bare.sent.map(({ method, params }) => [method, params]),
    [
      [
        "ui/initialize",
        {
          protocolVersion: "2026-01-26",
          appInfo: { name: "almanac", version: "1.2.3", title: "Almanac" },
          appCapabilities: { availableDisplayModes: ["inline"], tools: { listChanged: true } },
        },
      ],
    ],
  );
  await bare.answer({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "h", version: "2" },
    hostCapabilities: { logging: {} },
    hostContext: { theme: "dark" },
  });
  await connecting;
  await again.connect();
  assert.equal(bare.with("ui/initialize").length, 1);
  assert.deepEqual(app.getHostVersion(), { name: "h", version: "2" });
  assert.deepEqual(app.getHostCapabilities(), { logging: {} });
  assert.equal(app.getHostContext()?.theme, "dark");
});

test("mcp/native: cancellation, and the end, which waits", async () => {
  const { App } = await native();
  const app = new App();
  const heard: unknown[] = [];
  app.ontoolcancelled = (params) => void heard.push(params);
  app.onteardown = async (params) => {
    await settle();
    heard.push(params);
    return {};
  };
  await app.connect();
  await host.simulateToolCancelled("enough");
  await host.simulateTeardown("closed");
  assert.deepEqual(heard, [{ reason: "enough" }, { reason: "closed" }]);
});

test("mcp/native: every call is the protocol's message, and gives its answer", async () => {
  const { App } = await native({
    tools: { forecast: ({ city }) => ({ data: { city }, text: "Sunny" }) },
    resources: { "notes://today": "Buy milk" },
    requests: {
      "resources/list": () => ({ resources: [{ uri: "notes://today", name: "today" }] }),
      "sampling/createMessage": () => ({ role: "assistant", model: "m", content: { type: "text", text: "Haiku" } }),
      "ui/download-file": () => ({}),
      "ui/message": () => ({ isError: true }),
    },
  });
  const app = new App(undefined, undefined, { autoResize: false });
  await app.connect();
  assert.deepEqual(await app.callServerTool({ name: "forecast", arguments: { city: "Lisbon" } }), {
    content: [{ type: "text", text: "Sunny" }],
    structuredContent: { city: "Lisbon" },
  });
  assert.equal((await app.readServerResource({ uri: "notes://today" })).contents[0]?.text, "Buy milk");
  assert.equal((await app.listServerResources()).resources[0]?.name, "today");
  const asked = { messages: [{ role: "user" as const, content: { type: "text" as const, text: "x" } }], maxTokens: 5 };
  assert.equal((await app.createSamplingMessage(asked)).model, "m");
  const message = { role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] };
  assert.deepEqual(await app.sendMessage(message), { isError: true }, "a refusal is an answer");
  assert.deepEqual(await app.updateModelContext({ structuredContent: { a: 1 } }), {});
  await app.openLink({ url: "https://example.com/" });
  await app.sendOpenLink({ url: "https://example.com/2" });
  const link = { type: "resource_link" as const, uri: "notes://today", name: "today.md" };
  await app.downloadFile({ contents: [link] });
  assert.deepEqual(await app.requestDisplayMode({ mode: "fullscreen" }), { mode: "fullscreen" });
  assert.equal(app.getHostContext()?.displayMode, "fullscreen");
  await app.sendLog({ level: "warning", data: { slow: true }, logger: "chart" });
  await app.sendSizeChanged({ width: 10, height: 20 });
  await app.sendToolListChanged();
  await app.requestTeardown();
  assert.deepEqual(
    said().map(({ method, params }) => [method, params]),
    [
      ["tools/call", { name: "forecast", arguments: { city: "Lisbon" } }],
      ["resources/read", { uri: "notes://today" }],
      ["resources/list", {}],
      ["sampling/createMessage", asked],
      ["ui/message", message],
      ["ui/update-model-context", { structuredContent: { a: 1 } }],
      ["ui/open-link", { url: "https://example.com/" }],
      ["ui/open-link", { url: "https://example.com/2" }],
      ["ui/download-file", { contents: [link] }],
      ["ui/request-display-mode", { mode: "fullscreen" }],
      ["notifications/message", { level: "warning", data: { slow: true }, logger: "chart" }],
      ["ui/notifications/size-changed", { width: 10, height: 20 }],
      ["notifications/tools/list_changed", {}],
      ["ui/notifications/request-teardown", {}],
    ],
  );
});

test("mcp/native: a request is given up by its signal, or in time, and hears of progress", async () => {
  const view = await native({
    tools: {
      slow: (_, { signal, progress }) => {
        progress(1, 2, "half");
        return new Promise((done) => signal.addEventListener("abort", () => done({ text: "stopped" })));
      },
    },
  });
  const progress: unknown[] = [];
  const stop = new AbortController();
  const call = view.callServerTool({ name: "slow" }, { signal: stop.signal, onprogress: (news) => void progress.push(news) });
  const refused = assert.rejects(call, { message: "enough" });
  await settle();
  stop.abort(new Error("enough"));
  await refused;
  assert.deepEqual(progress, [{ progress: 1, total: 2, message: "half" }]);
  // Node's own wait for a time-out keeps nothing alive.
  const alive = setInterval(() => {}, 1000);
  await assert.rejects(view.callServerTool({ name: "slow" }, { timeout: 5 }), { name: "TimeoutError" });
  await assert.rejects(view.callServerTool({ name: "slow" }, { timeout: 5, signal: new AbortController().signal }), {
    name: "TimeoutError",
  });
  clearInterval(alive);
  assert.equal(said().filter(({ method }) => method === "notifications/cancelled").length, 3);
});

test("mcp/native: no host, a refusing host, and a host without MCP Apps are said so", async () => {
  const missing = { name: "ViewError", code: -32601 };
  const lonely = await open({ compat: [], alone: true });
  const alone = await lonely.module<typeof Native>("mcp/native");
  const app = new alone.App();
  const errors: unknown[] = [];
  app.onerror = (error) => void errors.push(error);
  await assert.rejects(app.connect(), { ...missing, message: /^No MCP Apps host here/ });
  assert.equal(errors.length, 1);
  await assert.rejects(alone.openLink({ url: "https://example.com/" }), missing);
  await assert.rejects(alone.sendSizeChanged({ height: 1 }), missing);
  assert.deepEqual(lonely.sent, [], "nothing is posted to the page itself");

  const refused = await open({ compat: [] });
  const view = await refused.module<typeof Native>("mcp/native");
  const connecting = assert.rejects(new view.App().connect(), { name: "ViewError", code: -32003, message: "no views" });
  await settle();
  refused.post({ jsonrpc: "2.0", id: 1, error: { code: -32003, message: "no views" } });
  await connecting;

  await inside(() => chatGPTHost({ bridge: false }));
  const old = await page.module<typeof Native>("mcp/native");
  await assert.rejects(new old.App().connect(), missing);
  await assert.rejects(old.callServerTool({ name: "x" }), missing);
});

test("mcp/native: a host's answers may be anything", async () => {
  const { App, request } = await native({
    requests: {
      "tools/call": () => ({ content: "text", structuredContent: { a: 1 } }),
      "ui/request-display-mode": () => ({ mode: "sideways" }),
      "resources/list": () => null,
    },
  });
  const app = new App();
  assert.deepEqual(await app.callServerTool({ name: "x" }), { content: [], structuredContent: { a: 1 } });
  assert.deepEqual(await app.requestDisplayMode({ mode: "pip" }), { mode: "inline" });
  assert.deepEqual(await request("resources/list", {}), {});
  await assert.rejects(request("prompts/list", {}), { name: "ViewError", code: -32601 });
  await assert.rejects(app.updateModelContext({ structuredContent: { f() {} } }), { name: "ViewError", code: -32602 });
});

test("mcp/native: requests and notifications of the host, by hand", async () => {
  const { App } = await native();
  const app = new App();
  const heard: unknown[] = [];
  app.setNotificationHandler("notifications/resources/updated", ({ uri }) => void heard.push(uri));
  app.onlisttools = () => ({ tools: [{ name: "pick", inputSchema: { type: "object" } }] });
  app.oncalltool = ({ name, arguments: args }, { requestId }) => {
    heard.push(typeof requestId);
    return { content: [{ type: "text", text: `${name} ${JSON.stringify(args)}` }] };
  };
  assert.deepEqual(await host.simulateListTools(), [{ name: "pick", inputSchema: { type: "object" } }]);
  assert.deepEqual(await host.simulateToolCall("pick", { day: 1 }), { content: [{ type: "text", text: 'pick {"day":1}' }] });
  await host.post({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "notes://today" } });
  assert.deepEqual(heard, ["string", "notes://today"]);
  // Another takes over, and the first one's end does not end it.
  const second = new App();
  second.oncalltool = () => ({ content: [] });
  await app.close();
  assert.deepEqual(await host.simulateToolCall("pick"), { content: [] });
  await second.close();
  await assert.rejects(host.simulateToolCall("pick"), { code: -32601 });
});

test("mcp/native: close ends the handlers of one App, not of another, nor the connection", async () => {
  const { App } = await native();
  const [one, two] = [new App(), new App()];
  const heard: string[] = [];
  for (const [name, app] of Object.entries({ one, two })) {
    app.ontoolresult = () => void heard.push(name);
    app.addEventListener("toolresult", () => void heard.push(`${name} listens`));
    app.onclose = () => void heard.push(`${name} closes`);
  }
  await one.close();
  await host.simulateToolResult({ text: "x" });
  assert.deepEqual(heard, ["one closes", "two", "two listens"]);
  await one.connect();
});

test("mcp/native: tools of the view's own, by JSON Schema and by a library's", async () => {
  const { registerTool } = await native();
  registerTool("plain", { inputSchema: { type: "object", properties: { day: {} } } }, ({ day }) => ({
    content: [{ type: "text", text: `${typeof day}` }],
  }));
  const tool = registerTool(
    "checked",
    {
      title: "Checked",
      inputSchema: z.object({ day: z.string(), at: z.object({ hour: z.number() }).optional() }),
      outputSchema: z.object({ length: z.number() }),
    },
    ({ day }) => ({ content: [], structuredContent: { length: day === "none" ? day : day.length } }),
  );
  const [plain, checked] = await host.simulateListTools();
  assert.deepEqual(plain, { name: "plain", inputSchema: { type: "object", properties: { day: {} } } });
  assert.deepEqual((checked?.inputSchema as { required?: string[] }).required, ["day"]);
  assert.match(JSON.stringify(checked?.outputSchema), /"length":\{"type":"number"\}/);
  assert.deepEqual((await host.simulateToolCall("plain", { day: 1 })).content, [{ type: "text", text: "number" }]);
  assert.deepEqual((await host.simulateToolCall("checked", { day: "Monday" })).structuredContent, { length: 6 });
  const wrong = await host.simulateToolCall("checked", { day: "Monday", at: { hour: "x" } });
  assert.equal(wrong.isError, true);
  assert.match(JSON.stringify(wrong.content), /"text":"at\.hour: .*number/);
  assert.equal((await host.simulateToolCall("checked", { day: "none" })).isError, true, "a result that does not fit");
  tool.remove();
  assert.equal((await host.simulateListTools()).length, 1);
  assert.throws(() => registerTool("no name", {}, () => ({ content: [] })), { name: "ViewError", code: -32602 });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { hosts, answer, input, result, same } from "./compat-hosts.ts";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Options } from "./harness.ts";

type OpenAI = Record<string, any>;

const shim = () => (globalThis as { openai?: OpenAI }).openai!;

/** Collects what the page hears of window.openai. */
const listen = (): [type: string, detail: any][] => {
  const heard: [string, any][] = [];
  for (const name of ["openai:set_globals", "openai:tool_response"])
    addEventListener(name, (event) => void heard.push([name, (event as CustomEvent).detail]));
  return heard;
};

const mcpAppsOnly = (context: object = {}, options: Options = {}) => connect(context, { compat: ["openai"], ...options });

test("everything is there before a host has answered", async () => {
  const page = await open({ compat: ["openai"] });
  const openai = shim();
  assert.partialDeepStrictEqual(openai, {
    toolInput: null,
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: null,
    theme: "light",
    locale: navigator.language,
    displayMode: "inline",
    previousDisplayMode: null,
    maxHeight: null,
    safeArea: { insets: { top: 0, right: 0, bottom: 0, left: 0 } },
    view: { mode: "inline", params: null },
    userAgent: { device: { type: "desktop" }, capabilities: { hover: true, touch: false } },
    userLocation: null,
  });
  const { oai, webplus } = globalThis as OpenAI;
  assert.equal(oai, openai);
  assert.equal(webplus, openai);
  for (const name of ["uploadFile", "selectFiles", "getFileDownloadUrl", "requestModal"])
    assert.equal(name in openai, false, `${name} is there, and can't do what pages expect of it`);
  assert.equal(page.with("ui/initialize").length, 1);
});

for (const [kind, host] of Object.entries(hosts)) {
  if (kind === "window.openai alone") continue;
  test(`a page written for ChatGPT on ${kind}`, async (t) => {
    const stage = await host(["openai"]);
    const openai = shim();
    await t.test("reads the call and its surroundings", () => {
      assert.partialDeepStrictEqual(openai, {
        toolInput: input,
        toolOutput: result.structuredContent,
        // The envelope that pages read now, and the bare _meta that they read before.
        toolResponseMetadata: { status: "completed", mcp_tool_result: result, call_tool_result: result, secret: [1] },
        theme: "light",
        locale: "pt-PT",
        displayMode: "inline",
        maxHeight: 500,
      });
    });
    await t.test("hears of changes, and of nothing else", async () => {
      const heard = listen();
      await stage.darken();
      assert.deepEqual(heard, [["openai:set_globals", { globals: { theme: "dark" } }]]);
      assert.equal(openai.theme, "dark");
    });
    await t.test("calls tools", async () => {
      const heard = listen();
      const called = openai.callTool("forecast", { days: 2 });
      const again = openai.callTool("forecast");
      await stage.answer();
      assert.partialDeepStrictEqual(await called, answer);
      assert.partialDeepStrictEqual(await again, answer);
      assert.deepEqual(heard, [
        ["openai:tool_response", { tool: { name: "forecast", args: { days: 2 } } }],
        ["openai:tool_response", { tool: { name: "forecast", args: undefined } }],
      ]);
    });
    await t.test("keeps state, at once", async () => {
      const heard = listen();
      openai.setWidgetState({ tab: 2 });
      assert.deepEqual(openai.widgetState, { tab: 2 });
      same(heard, [["openai:set_globals", { globals: { widgetState: { tab: 2 } } }]]);
    });
  });
}

test("each method, in its present and older shapes, on MCP Apps", async () => {
  const { page, asked, answer: respond } = await hosts["MCP Apps"](["openai"]);
  const openai = shim();
  const done = [
    openai.callTool("a", null),
    openai.sendFollowUpMessage({ prompt: "now" }),
    openai.sendFollowUpMessage("before"),
    openai.sendFollowupTurn({ prompt: "first" }),
    openai.openExternal({ href: "https://a.example/" }),
    openai.openExternal("https://b.example/"),
    openai.requestDisplayMode({ mode: "fullscreen" }),
    openai.requestDisplayMode("expanded"),
    openai.setOpenInAppUrl({ href: "https://c.example/" }),
  ];
  openai.notifyIntrinsicHeight(321);
  openai.requestClose();
  await respond();
  const results = await Promise.all(done);
  assert.deepEqual(results.slice(6, 8), [{ mode: "fullscreen" }, { mode: "fullscreen" }]);
  const message = (text: string) => ["ui/message", { role: "user", content: [{ type: "text", text }] }];
  const sorted = (list: unknown[]) => list.map((one) => JSON.stringify(one)).sort();
  assert.deepEqual(
    sorted(asked),
    sorted([
      ["tools/call", { name: "a", arguments: {} }],
      message("now"),
      message("before"),
      message("first"),
      ["ui/open-link", { url: "https://a.example/" }],
      ["ui/open-link", { url: "https://b.example/" }],
      ["ui/request-display-mode", { mode: "fullscreen" }],
      ["ui/request-display-mode", { mode: "fullscreen" }],
      ["ui/notifications/size-changed", { height: 321 }],
      ["ui/notifications/request-teardown", {}],
    ]),
  );
  assert.deepEqual(page.errors, []);
});

test("checkout is refused", async () => {
  await mcpAppsOnly();
  await assert.rejects(shim().requestCheckout({}), { name: "ViewError", code: -32601 });
});

test("a promise that the page ignores is no uncaught error", async () => {
  const uncaught: unknown[] = [];
  const hear = (reason: unknown) => void uncaught.push(reason);
  process.on("unhandledRejection", hear);
  const page = await mcpAppsOnly();
  shim().sendFollowUpMessage("x");
  shim().openExternal("https://a.example/");
  shim().callTool("x");
  await settle();
  for (const { id, method } of page.sent.slice(2)) page.post({ jsonrpc: "2.0", id, error: { code: -32601, message: `no ${method}` } });
  await settle();
  await settle();
  process.off("unhandledRejection", hear);
  assert.deepEqual(uncaught, []);
});

test("the surroundings that other hosts have under other names", async () => {
  const page = await mcpAppsOnly({
    safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 },
    platform: "mobile",
    deviceCapabilities: { touch: true, hover: false },
    containerDimensions: { height: 240 },
    displayMode: "inline",
  });
  assert.partialDeepStrictEqual(shim(), {
    safeArea: { insets: { top: 1, right: 2, bottom: 3, left: 4 } },
    userAgent: { device: { type: "mobile" }, capabilities: { touch: true, hover: false } },
    maxHeight: 240,
  });
  page.post(notification("ui/notifications/host-context-changed", { displayMode: "pip" }));
  assert.partialDeepStrictEqual(shim(), { displayMode: "pip", previousDisplayMode: "inline" });
});

test("the host's own window.openai wins", async (t) => {
  await t.test("at the start", async () => {
    const openai = { toolOutput: { native: true } };
    const page = await open({ compat: ["openai"], openai });
    await pass(1000);
    assert.equal(shim(), openai);
    assert.deepEqual(Object.keys(openai), ["toolOutput"]);
    assert.deepEqual(page.sent, [], "the shim spoke to a host that needs none");
    assert.equal(page.listening("message"), 0);
  });
  for (const name of ["oai", "webplus"])
    await t.test(`under its older name ${name}`, async () => {
      const native = { toolOutput: { native: true } };
      await open({ compat: ["openai"], globals: { [name]: native } });
      assert.equal(shim(), native);
    });
  await t.test("later", async () => {
    const page = await mcpAppsOnly();
    const heard = listen();
    const openai = { theme: "light" };
    (globalThis as OpenAI).openai = openai;
    page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }));
    await settle();
    assert.equal(shim(), openai);
    assert.deepEqual(openai, { theme: "light" });
    assert.deepEqual(heard, [], "the shim spoke in the place of the host's object");
  });
});

test("our runtime in the same page does not take the shim for ChatGPT", async () => {
  const page = await open({ compat: ["openai"], own: true });
  const [first, second] = page.with("ui/initialize");
  assert.ok(first && second, "both introduce themselves");
  assert.notEqual(typeof first["id"], typeof second["id"]);
  const hello = { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: { theme: "light", containerDimensions: { maxWidth: 300, maxHeight: 200 } } };
  page.post({ jsonrpc: "2.0", id: first["id"], result: hello });
  page.post({ jsonrpc: "2.0", id: second["id"], result: hello });
  await settle();
  await pass(500);
  assert.equal(page.oriel.platform(), "mcp-apps");
  page.post(notification("ui/notifications/host-context-changed", { containerDimensions: { maxWidth: 300, maxHeight: 400 } }));
  await settle();
  assert.deepEqual(page.oriel.context().containerDimensions, { maxWidth: 300, maxHeight: 400 });
  assert.equal(shim().maxHeight, 400);
});

test("a height that the page gives is not undone by the automatic size", async () => {
  const page = await mcpAppsOnly();
  const heights = () => page.with("ui/notifications/size-changed").map(({ params }) => params.height);
  page.layout.root = () => 100;
  page.frame();
  shim().notifyIntrinsicHeight(500);
  await settle();
  page.layout.root = () => 120;
  page.frame();
  await settle();
  assert.equal(heights().at(-1), 500);
});

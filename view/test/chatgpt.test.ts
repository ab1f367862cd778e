import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, open, own, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";

const whole = { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 }, _meta: { "oriel/viewData": [1] } };

/** A window.openai that records what is asked of it. */
function chatgpt(globals: object = {}) {
  const calls: unknown[][] = [];
  const record = (name: string, answer?: unknown) => (...args: unknown[]) => {
    calls.push([name, ...args]);
    return answer;
  };
  const openai: Record<string, unknown> = {
    toolInput: null,
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: null,
    theme: "light",
    displayMode: "inline",
    locale: "en-US",
    maxHeight: 400,
    safeArea: { insets: { top: 1, right: 2, bottom: 3, left: 4 } },
    callTool: record("callTool", Promise.resolve(whole)),
    sendFollowUpMessage: record("sendFollowUpMessage", Promise.resolve()),
    openExternal: record("openExternal"),
    requestDisplayMode: record("requestDisplayMode", Promise.resolve({ mode: "fullscreen" })),
    setWidgetState: record("setWidgetState"),
    notifyIntrinsicHeight: record("notifyIntrinsicHeight"),
    ...globals,
  };
  return { openai, calls };
}

/** Changes globals as ChatGPT does: the object first, then the event. */
function setGlobals(page: Page, openai: Record<string, unknown>, globals: object) {
  Object.assign(openai, globals);
  page.dispatch("openai:set_globals", { detail: { globals } });
}

test("ChatGPT only: the snapshot is there at once and everything goes through it", async () => {
  const { openai, calls } = chatgpt({ toolInput: { city: "Lisbon" }, toolOutput: { high: 31 }, toolResponseMetadata: { "oriel/viewData": [1] } });
  const page = await open({ openai });
  assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" });
  assert.deepEqual([page.oriel.toolResult()?.data, page.oriel.toolResult()?.viewData], [{ high: 31 }, [1]]);
  assert.deepEqual(page.oriel.context(), {
    ...own,
    theme: "light",
    displayMode: "inline",
    locale: "en-US",
    containerDimensions: { maxHeight: 400 },
    safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 },
  });
  assert.equal(page.root.dataset.theme, "light");
  assert.equal(page.with("ui/initialize").length, 1);

  const call = page.oriel.callTool("day", { offset: 1 });
  await pass(1000);
  assert.equal(await page.oriel.connected, "chatgpt");
  assert.deepEqual((await call).data, { high: 31 });
  assert.deepEqual((await call).text, "Sunny");
  await page.oriel.sendMessage("hello");
  await page.oriel.openLink("https://example.com/");
  assert.equal(await page.oriel.requestDisplayMode("pip"), "fullscreen");
  page.oriel.setState({ day: 2 });
  page.layout.root = () => 321;
  page.oriel.onContext(() => {});
  assert.deepEqual(calls, [
    ["callTool", "day", { offset: 1 }],
    ["sendFollowUpMessage", { prompt: "hello" }],
    ["openExternal", { href: "https://example.com/" }],
    ["requestDisplayMode", { mode: "pip" }],
    ["setWidgetState", { day: 2 }],
  ]);
  assert.equal(page.oriel.context().displayMode, "fullscreen");
  setGlobals(page, openai, { displayMode: "inline" });
  page.frame();
  assert.deepEqual(calls.at(-1), ["notifyIntrinsicHeight", 321]);
  assert.deepEqual(
    page.sent.map((message) => message.method),
    ["ui/initialize"],
    "nothing is posted to a host that does not answer",
  );
});

test("ChatGPT only, and the frame refuses ui/initialize", async () => {
  const page = await open({ openai: chatgpt().openai });
  page.post({ jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } });
  assert.equal(await page.oriel.connected, "chatgpt");
});

test("results in both forms of toolResponseMetadata", async (t) => {
  const cases: Record<string, [globals: object, want: object | undefined]> = {
    "bare": [
      { toolOutput: { high: 1 }, toolResponseMetadata: { "oriel/viewData": 2 } },
      { data: { high: 1 }, viewData: 2, text: "", isError: false },
    ],
    "bare, with a member named status": [
      { toolOutput: { high: 1 }, toolResponseMetadata: { status: "x", "oriel/viewData": 2 } },
      { data: { high: 1 }, viewData: 2 },
    ],
    "bare without output": [{ toolResponseMetadata: { "oriel/viewData": 2 } }, { data: undefined, viewData: 2 }],
    "no metadata": [{ toolOutput: { high: 1 } }, { data: { high: 1 }, viewData: undefined }],
    "envelope": [
      { toolOutput: { high: 31 }, toolResponseMetadata: { status: "completed", call_tool_result: { structuredContent: { high: 31 } }, mcp_tool_result: whole } },
      { data: { high: 31 }, viewData: [1], text: "Sunny" },
    ],
    "envelope without mcp_tool_result": [
      { toolResponseMetadata: { status: "completed", call_tool_result: { ...whole, isError: true }, mcp_tool_result: null } },
      { data: { high: 31 }, viewData: [1], text: "Sunny", isError: true },
    ],
    "envelope, output only beside it": [
      { toolOutput: { high: 2 }, toolResponseMetadata: { status: "completed", mcp_tool_result: { content: [] } } },
      { data: { high: 2 }, text: "" },
    ],
    "envelope of a running call": [{ toolResponseMetadata: { status: "running", call_tool_result: null, mcp_tool_result: null } }, undefined],
    "nothing": [{}, undefined],
    "falsy output": [{ toolOutput: 0 }, { data: 0 }],
  };
  for (const [name, [globals, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await open({ openai: chatgpt(globals).openai });
      const got = page.oriel.toolResult();
      if (want) assert.partialDeepStrictEqual(got, want);
      else assert.equal(got, undefined);
    });
  }
});

test("globals arrive by event: input after approval, then the result, each once", async () => {
  const { openai } = chatgpt();
  const page = await open({ openai });
  const seen: unknown[] = [];
  page.oriel.onToolInput((input) => void seen.push(["input", input]));
  page.oriel.onToolResult((result) => void seen.push(["result", result.data, result.viewData]));
  setGlobals(page, openai, { toolInput: { a: 1 } });
  setGlobals(page, openai, { toolOutput: { b: 2 }, toolResponseMetadata: { "oriel/viewData": 3 } });
  setGlobals(page, openai, { theme: "dark" });
  setGlobals(page, openai, { ...openai });
  assert.deepEqual(seen, [
    ["input", { a: 1 }],
    ["result", { b: 2 }, 3],
  ]);
  assert.equal(page.root.dataset.theme, "dark");
  setGlobals(page, openai, { toolOutput: { b: 4 } });
  assert.deepEqual(seen.at(-1), ["result", { b: 4 }, 3]);
});

test("ChatGPT late: the event brings it, and calls that wait go out", async () => {
  const page = await open();
  const call = page.oriel.callTool("day");
  await pass(5000);
  const { openai, calls } = chatgpt({ toolOutput: { high: 7 }, theme: "dark" });
  (globalThis as { openai?: object }).openai = openai;
  setGlobals(page, openai, { ...openai });
  assert.deepEqual(page.oriel.toolResult()?.data, { high: 7 });
  assert.equal(page.root.dataset.theme, "dark");
  await pass(1000);
  assert.equal(await page.oriel.connected, "chatgpt");
  assert.deepEqual((await call).data, { high: 31 });
  assert.deepEqual(calls, [["callTool", "day", {}]]);
});

test("ChatGPT late, after a refusal", async () => {
  const page = await open();
  page.post({ jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } });
  await settle();
  const { openai, calls } = chatgpt();
  (globalThis as { openai?: object }).openai = openai;
  setGlobals(page, openai, {});
  await pass(1000);
  assert.equal(page.oriel.platform(), "chatgpt");
  await page.oriel.sendMessage("hello");
  assert.equal(calls.length, 1);
});

test("both: the platform is what answered, and the bridge carries the calls", async () => {
  const { openai, calls } = chatgpt({ toolInput: { a: 1 }, toolOutput: { old: true } });
  const page = await open({ openai });
  assert.deepEqual(page.oriel.toolResult()?.data, { old: true });
  await page.answer({ hostInfo: { name: "chatgpt", version: "0.0.1" }, hostContext: { theme: "dark" } });
  assert.equal(await page.oriel.connected, "chatgpt");
  page.post(notification("ui/notifications/tool-result", whole));
  assert.deepEqual(page.oriel.toolResult()?.text, "Sunny");
  void page.oriel.callTool("day");
  await pass(1000);
  assert.equal(page.with("tools/call").length, 1);
  page.oriel.setState({ n: 1 });
  assert.deepEqual(calls, [["setWidgetState", { n: 1 }]], "but state is kept by window.openai");
});

test("both: a host that is not ChatGPT is mcp-apps in spite of its window.openai", async () => {
  const page = await open({ openai: chatgpt().openai });
  await page.answer({ hostInfo: { name: "inspector" }, hostContext: {} });
  assert.equal(await page.oriel.connected, "mcp-apps");
  await pass(5000);
  assert.equal(page.oriel.platform(), "mcp-apps");
});

test("both: a bridge that answers late takes over", async () => {
  const { openai, calls } = chatgpt();
  const page = await open({ openai });
  await pass(1000);
  assert.equal(page.oriel.platform(), "chatgpt");
  let changes = 0;
  page.oriel.subscribe(() => void changes++);
  await page.answer({ hostInfo: { name: "inspector" }, hostContext: {} });
  assert.equal(page.oriel.platform(), "mcp-apps");
  assert.ok(changes > 0);
  void page.oriel.callTool("day");
  await settle();
  assert.deepEqual([page.with("tools/call").length, calls.length], [1, 0]);
});

test("both: stale globals do not undo what the bridge has delivered", async () => {
  const { openai } = chatgpt({ toolInput: { v: "old" }, toolOutput: { v: "old" } });
  const page = await open({ openai });
  await page.answer({ hostInfo: { name: "chatgpt" }, hostContext: { theme: "dark", locale: "pt" } });
  page.post(notification("ui/notifications/tool-input", { arguments: { v: "new" } }));
  page.post(notification("ui/notifications/tool-result", { structuredContent: { v: "new" } }));
  setGlobals(page, openai, { ...openai });
  setGlobals(page, openai, { toolOutput: { v: "older" }, toolInput: { v: "older" } });
  assert.deepEqual([page.oriel.toolInput(), page.oriel.toolResult()?.data], [{ v: "new" }, { v: "new" }]);
  assert.deepEqual([page.oriel.context().theme, page.oriel.context().locale], ["dark", "pt"]);
  setGlobals(page, openai, { theme: "dark" });
  setGlobals(page, openai, { theme: "light" });
  assert.equal(page.oriel.context().theme, "light", "but a change is news");
});

test("both: a window.openai that comes after the bridge is a snapshot too", async () => {
  const page = await open();
  await page.answer({ hostInfo: { name: "chatgpt" }, hostContext: { theme: "dark" } });
  const { openai } = chatgpt({ theme: "light", locale: "de" });
  (globalThis as { openai?: object }).openai = openai;
  setGlobals(page, openai, { ...openai });
  assert.deepEqual([page.oriel.context().theme, page.oriel.context().locale], ["dark", "de"]);
});

test("widget state: kept from before, then the view's own", async () => {
  const { openai, calls } = chatgpt({ widgetState: { day: 1 } });
  const page = await open({ openai });
  assert.deepEqual(page.oriel.getState(), { day: 1 });
  setGlobals(page, openai, { widgetState: { day: 2 } });
  assert.deepEqual(page.oriel.getState(), { day: 2 });
  page.oriel.setState({ day: 3 });
  page.oriel.setState({ day: 4 });
  setGlobals(page, openai, { widgetState: { day: 3 } });
  assert.deepEqual(page.oriel.getState(), { day: 4 }, "an echo of an older state is not newer");
  assert.deepEqual(calls, [
    ["setWidgetState", { day: 3 }],
    ["setWidgetState", { day: 4 }],
  ]);
});

test("calls that ChatGPT rejects are ViewErrors", async (t) => {
  const failures: Record<string, [callTool: unknown, want: object]> = {
    rejects: [() => Promise.reject(new Error("denied")), { name: "ViewError", code: -32000, message: "denied" }],
    throws: [
      () => {
        throw Object.assign(new Error("no tool"), { code: -32602 });
      },
      { name: "ViewError", code: -32602, message: "no tool" },
    ],
    "rejects with text": [() => Promise.reject("no"), { name: "ViewError", code: -32000, message: "no" }],
    missing: [undefined, { name: "ViewError", code: -32601 }],
  };
  for (const [name, [callTool, want]] of Object.entries(failures)) {
    await t.test(name, async () => {
      const page = await open({ openai: chatgpt({ callTool }).openai });
      const call = page.oriel.callTool("x");
      const rejected = assert.rejects(call, want);
      await pass(1000);
      await rejected;
    });
  }
});

test("a hostile window.openai kills nothing", async (t) => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const globals: Record<string, object> = {
    "a getter that throws": Object.defineProperty({}, "toolInput", {
      get() {
        throw new Error("mine");
      },
    }),
    "a cycle": { toolOutput: cyclic },
    "the wrong types": { toolInput: 1, toolResponseMetadata: 3, theme: {}, maxHeight: "x", safeArea: 5, widgetState: 0 },
  };
  for (const [name, openai] of Object.entries(globals)) {
    await t.test(name, async () => {
      const page = await open({ openai });
      page.dispatch("openai:set_globals", {});
      page.dispatch("openai:set_globals", { detail: 5 });
      page.dispatch("openai:set_globals", { detail: { globals: null } });
      await page.answer();
      page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
      assert.equal(page.oriel.toolResult()?.data, 1);
    });
  }
});

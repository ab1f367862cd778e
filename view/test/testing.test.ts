// The fake hosts of @oriel/view/testing, each with the real runtime inside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chatGPTHost, HostError, mcpAppsHost, mcpUIHost } from "../src/testing/index.ts";
import type { FakeHost, FakeHostOptions } from "../src/testing/index.ts";
import { enter, host, inside, page } from "./fakes.ts";
import { settle } from "./harness.ts";

/** Every kind of host, with the same options. */
const hosts: Record<string, (options: FakeHostOptions) => FakeHost> = {
  "MCP Apps": mcpAppsHost,
  "ChatGPT": chatGPTHost,
  "window.openai alone": (options) => chatGPTHost({ ...options, bridge: false }),
  "MCP-UI": mcpUIHost,
};

const each = (name: string, run: (make: (options?: FakeHostOptions) => FakeHost, kind: string) => Promise<void>): void => {
  for (const [kind, make] of Object.entries(hosts)) test(`${kind}: ${name}`, () => run((options = {}) => make(options), kind));
};

each("the view connects and knows what it is in", async (make, kind) => {
  await inside(make);
  const platform = { "MCP Apps": "mcp-apps", "MCP-UI": "mcp-ui" }[kind] ?? "chatgpt";
  assert.equal(await page.oriel.connected, platform);
  assert.equal(page.oriel.platform(), platform);
  assert.equal(host.kind, platform);
  assert.deepEqual(page.sent, [], "the window's own parent hears nothing");
});

each("input and result reach the view, with what only it sees", async (make) => {
  await inside(make);
  await host.simulateToolInput({ city: "Lisbon" });
  assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" });
  assert.equal(page.oriel.toolResult(), undefined);
  await host.simulateToolResult({ data: { high: 31 }, text: "Sunny", viewData: [1, 2], meta: { a: 1 } });
  assert.partialDeepStrictEqual(page.oriel.toolResult(), {
    data: { high: 31 },
    text: "Sunny",
    viewData: [1, 2],
    isError: false,
    meta: { a: 1 },
  });
});

each("what was simulated before the view came waits for it, in order", async (make) => {
  const made: Promise<void>[] = [];
  await enter(() => {
    const host = make();
    made.push(host.simulateToolInput({ city: "Lisbon" }), host.simulateToolResult({ text: "Sunny" }));
    return host;
  });
  await Promise.all(made);
  await host.connected;
  assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" });
  assert.equal(page.oriel.toolResult()?.text, "Sunny");
});

each("a tool of the server answers the view", async (make) => {
  const seen: unknown[] = [];
  await inside(() =>
    make({
      tools: {
        forecast: async (args) => (seen.push(args), { data: { high: 31 }, text: "Sunny", viewData: 7 }),
        broken() {
          throw new Error("no weather today");
        },
        gone() {
          throw new HostError(-32050, "the server is gone");
        },
        silent() {},
      },
    }),
  );
  const { data, text, viewData, isError } = await page.oriel.callTool("forecast", { city: "Lisbon" });
  assert.deepEqual([data, text, viewData, isError], [{ high: 31 }, "Sunny", 7, false]);
  assert.deepEqual(seen, [{ city: "Lisbon" }]);
  const broken = await page.oriel.callTool("broken");
  assert.deepEqual([broken.text, broken.isError], ["no weather today", true]);
  assert.deepEqual((await page.oriel.callTool("silent")).content, []);
  await assert.rejects(page.oriel.callTool("gone"), { name: "ViewError", message: "the server is gone" });
  await assert.rejects(page.oriel.callTool("toString"), { name: "ViewError", message: "Unknown tool: toString" });
  assert.deepEqual(host.of("tool"), [
    { kind: "tool", name: "forecast", args: { city: "Lisbon" } },
    { kind: "tool", name: "broken", args: {} },
    { kind: "tool", name: "silent", args: {} },
    { kind: "tool", name: "gone", args: {} },
    { kind: "tool", name: "toString", args: {} },
  ]);
});

each("what the view asks for is told in the same words", async (make) => {
  await inside(make);
  await page.oriel.sendMessage("hello");
  await page.oriel.openLink("https://example.com/");
  page.frame();
  await settle();
  assert.deepEqual(host.sent, [
    { kind: "message", text: "hello", content: [{ type: "text", text: "hello" }] },
    { kind: "link", url: "https://example.com/" },
    { kind: "size", height: 100 },
  ]);
});

each("a request fails until it no longer does", async (make, kind) => {
  await inside(make);
  const code = /MCP-UI|alone/.test(kind) ? -32000 : -32055;
  const mend = host.fail("ui/message", -32055, "not today");
  await assert.rejects(page.oriel.sendMessage("a"), { name: "ViewError", code, message: "not today" });
  await page.oriel.openLink("https://example.com/");
  mend();
  await page.oriel.sendMessage("b");
  host.fail("ui/message");
  await assert.rejects(page.oriel.sendMessage("c"), { code: -32000, message: "The host refused ui/message" });
  assert.deepEqual(host.of("message").map(({ text }) => text), ["a", "b", "c"]);
});

each("the surroundings, and their changes", async (make) => {
  await inside(() => make({ context: { theme: "dark", locale: "pt-PT", containerDimensions: { maxHeight: 300 } } }));
  await settle();
  assert.partialDeepStrictEqual(page.oriel.context(), {
    theme: "dark",
    locale: "pt-PT",
    displayMode: "inline",
    containerDimensions: { maxHeight: 300 },
  });
  const seen: unknown[] = [];
  page.oriel.onContext(({ theme }) => void seen.push(theme));
  await host.simulateContextChange({ theme: "light" });
  assert.equal(seen.at(-1), "light");
  assert.partialDeepStrictEqual(page.oriel.context(), { theme: "light", locale: "pt-PT" });
  assert.partialDeepStrictEqual(host.context, { theme: "light", locale: "pt-PT" });
  assert.equal(page.root.dataset.theme, "light");
});

each("display modes: what is available is given", async (make, kind) => {
  await inside(make);
  if (kind === "MCP-UI") {
    assert.equal(await page.oriel.requestDisplayMode("fullscreen"), "inline");
    return;
  }
  assert.equal(await page.oriel.requestDisplayMode("fullscreen"), "fullscreen");
  assert.equal(page.oriel.context().displayMode, "fullscreen");
  assert.equal(host.context.displayMode, "fullscreen");
  assert.deepEqual(host.of("display-mode"), [{ kind: "display-mode", mode: "fullscreen" }]);
});

each("display modes: the host may keep its own", async (make, kind) => {
  if (kind === "MCP-UI") return;
  await inside(() => make({ context: { availableDisplayModes: ["inline"] } }));
  // As if the host had stopped offering it meanwhile.
  page.oriel.context().availableDisplayModes?.push("pip");
  assert.equal(await page.oriel.requestDisplayMode("pip"), "inline");
});

each("cancellation comes instead of a result", async (make, kind) => {
  await inside(make);
  const reasons: unknown[] = [];
  page.oriel.onToolCancelled((reason) => void reasons.push(reason));
  await host.simulateToolInput({});
  await host.simulateToolCancelled("changed my mind");
  assert.deepEqual(reasons, kind === "window.openai alone" ? [] : ["changed my mind"]);
  assert.throws(() => host.simulateToolResult({}), /No host does that: the result comes after its cancellation/);
});

each("the teardown waits for the view where the host can hear it", async (make, kind) => {
  await inside(make);
  const order: string[] = [];
  page.oriel.onTeardown(async (reason) => {
    await settle();
    order.push(`view: ${reason}`);
  });
  await host.simulateTeardown("closed");
  order.push("host");
  await settle();
  await settle();
  assert.deepEqual(
    order,
    { "window.openai alone": ["host"], "MCP-UI": ["host", "view: closed"] }[kind] ?? ["view: closed", "host"],
  );
  assert.throws(() => host.simulateToolInput({}), /it has torn the view down/);
  assert.throws(() => host.simulateContextChange({}), /it has torn the view down/);
});

each("no host sends in another order", async (make) => {
  await inside(make);
  await host.simulateToolInput({ a: 1 });
  assert.throws(() => host.simulateToolInput({ a: 2 }), /the complete input comes once/);
  assert.throws(() => host.simulateToolInputPartial({ a: 2 }), /before the complete one/);
  await host.simulateToolResult({ text: "one" });
  assert.throws(() => host.simulateToolCancelled(), /comes after its result/);
  await host.simulateToolResult({ text: "two" });
  assert.equal(page.oriel.toolResult()?.text, "two", "a result may come again");
});

each("a result without input: the host sends empty arguments first", async (make, kind) => {
  await inside(make);
  const order: unknown[] = [];
  page.oriel.onToolInput((input) => void order.push(input));
  page.oriel.onToolResult(({ text }) => void order.push(text));
  await host.simulateToolResult({ text: "Sunny" });
  // ChatGPT says everything twice: by window.openai, then by the bridge.
  assert.deepEqual(order, kind === "ChatGPT" ? [{}, {}, "Sunny", "Sunny"] : [{}, "Sunny"]);
});

each("what crosses is copied", async (make) => {
  const kept: { n: number }[] = [];
  const answer = { data: { list: [1] } };
  await inside(() => make({ tools: { keep: (args: { n: number }) => (kept.push(args), answer) } }));
  const input = { deep: { n: 1 } };
  const sent = host.simulateToolInput(input);
  input.deep.n = 2;
  await sent;
  assert.deepEqual(page.oriel.toolInput(), { deep: { n: 1 } });
  const args = { n: 1 };
  const call = page.oriel.callTool<{ list: number[] }>("keep", args);
  await settle();
  args.n = 2;
  const { data } = await call;
  data?.list.push(2);
  assert.deepEqual([kept, answer.data.list], [[{ n: 1 }], [1]]);
  host.context.theme = "dark";
  assert.equal(host.context.theme, "light");
});

each("what can't be copied is refused as a window refuses it", async (make) => {
  await inside(() => make({ tools: { bad: () => ({ data: () => {} }) } }));
  assert.throws(() => host.simulateToolResult({ data: () => {} }), { name: "DataCloneError" });
  await assert.rejects(page.oriel.callTool("bad"), { name: "ViewError" });
  await assert.rejects(page.oriel.callTool("bad", { f() {} }), { name: "ViewError", message: /could not be cloned/ });
});

each("closing puts the window back and makes both deaf", async (make) => {
  const watched = ["addEventListener", "openai", "orielTransport", "parent"];
  let before: unknown[] = [];
  const look = () => watched.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  await enter(() => ((before = look()), make()));
  await host.connected;
  await host.simulateToolInput({ a: 1 });
  const listening = page.listening("resize");
  host.close();
  host.close();
  assert.deepEqual(look(), before);
  assert.deepEqual([page.listening("message"), page.listening("openai:set_globals")], [0, 0]);
  assert.equal(page.listening("resize"), listening, "what is not the host's stays");
  const crossed = host.traffic.length;
  await host.post({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { a: 2 } } });
  assert.deepEqual(page.oriel.toolInput(), { a: 1 });
  void page.oriel.callTool("x").catch(() => {});
  await settle();
  assert.equal(host.traffic.length, crossed);
  // The next host may come.
  make().close();
});

each("a view's tools", async (make, kind) => {
  await inside(make);
  page.oriel.registerTool({ name: "add" }, ({ a, b }: Record<string, any>) => ({ data: { sum: a + b } }));
  if (!/MCP Apps|ChatGPT/.test(kind)) {
    await assert.rejects(host.simulateToolCall("add"), { name: "HostError", code: -32601, message: /can't send tools\/call/ });
    return;
  }
  assert.deepEqual((await host.simulateListTools()).map(({ name }) => name), ["add"]);
  assert.deepEqual((await host.simulateToolCall("add", { a: 1, b: 2 })).structuredContent, { sum: 3 });
  await assert.rejects(host.simulateToolCall("x"), { name: "HostError", code: -32602, message: "No tool x" });
  assert.deepEqual(host.sent, [], "what the protocol does by itself is nothing that a view asks for");
});

each("a test may post what no host should", async (make) => {
  await inside(make);
  for (const message of [undefined, null, 1, [], { jsonrpc: "2.0" }, { type: "ui-lifecycle-iframe-render-data" }])
    await host.post(message);
  await settle();
  assert.equal(page.oriel.toolInput(), undefined);
});

test("one host at a time, and none without a DOM", async () => {
  await inside(mcpAppsHost);
  assert.throws(() => chatGPTHost(), /has a fake mcp-apps host already/);
  assert.equal(globalThis.openai, undefined, "nothing of the second is left");
  host.close();
  const { document } = globalThis;
  Object.assign(globalThis, { document: undefined });
  assert.throws(() => mcpAppsHost(), /needs a DOM/);
  Object.assign(globalThis, { document });
});

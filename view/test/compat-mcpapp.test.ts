import assert from "node:assert/strict";
import { test } from "node:test";
import { hosts, answer, input, result, same } from "./compat-hosts.ts";
import { connect, notification, open, pass, settle } from "./harness.ts";

type App = Record<string, any>;

const shim = () => (globalThis as { mcpApp?: App }).mcpApp!;

/** Collects the events that a page of this kind listens for. */
const listen = (): [type: string, detail: any][] => {
  const heard: [string, any][] = [];
  for (const name of ["tool-input", "tool-result", "context-change", "tool-cancelled", "teardown"])
    addEventListener(`mcp:${name}`, (event) => void heard.push([name, (event as CustomEvent).detail]));
  return heard;
};

/** What each call becomes on each kind of host; undefined where it has no such thing. */
const asked: Record<string, Record<string, unknown>> = {
  callTool: {
    "MCP Apps": ["tools/call", { name: "forecast", arguments: { days: 2 } }],
    "window.openai alone": ["callTool", "forecast", { days: 2 }],
    "MCP-UI": ["tool", { toolName: "forecast", params: { days: 2 } }],
  },
  readResource: { "MCP Apps": ["resources/read", { uri: "notes://today" }] },
  openLink: {
    "MCP Apps": ["ui/open-link", { url: "https://a.example/" }],
    "window.openai alone": ["openExternal", { href: "https://a.example/" }],
    "MCP-UI": ["link", { url: "https://a.example/" }],
  },
  sendMessage: {
    "MCP Apps": ["ui/message", { role: "user", content: [{ type: "text", text: "Compare" }] }],
    "window.openai alone": ["sendFollowUpMessage", { prompt: "Compare" }],
    "MCP-UI": ["prompt", { prompt: "Compare" }],
  },
  resize: {
    "MCP Apps": ["ui/notifications/size-changed", { width: 300, height: 200 }],
    "window.openai alone": ["notifyIntrinsicHeight", 200],
    "MCP-UI": ["ui-size-change", { width: 300, height: 200 }],
  },
};
const given: Record<string, unknown[]> = {
  callTool: ["forecast", { days: 2 }],
  readResource: ["notes://today"],
  openLink: ["https://a.example/"],
  sendMessage: ["Compare"],
  resize: [300, 200],
};

for (const [kind, host] of Object.entries(hosts)) {
  test(`a page written for window.mcpApp on ${kind}`, async (t) => {
    const stage = await host(["mcpapp"]);
    await t.test("reads the call and its surroundings", () => {
      same(shim().toolInput, input);
      same(shim().toolResult, result);
      assert.partialDeepStrictEqual(shim().hostContext, { theme: "light", locale: "pt-PT" });
    });
    await t.test("hears of a change, of which the same object tells", async () => {
      const { hostContext } = shim();
      const heard = listen();
      await stage.darken();
      assert.deepEqual(heard, [["context-change", { theme: "dark" }]]);
      assert.equal(hostContext.theme, "dark");
    });
    for (const [name, wanted] of Object.entries(asked)) {
      await t.test(name, async () => {
        stage.asked.length = 0;
        const done = shim()[name](...given[name]!);
        const outcome = Promise.resolve(done).then(
          (value) => value,
          (error: unknown) => error,
        );
        await stage.answer();
        const got: any = await outcome;
        if (!(kind in wanted)) return assert.equal(got?.code, -32601);
        same(stage.asked.at(-1), wanted[kind]);
        if (name === "callTool") same(got, answer);
        else if (name === "readResource") same(got, { contents: [{ uri: "notes://today", text: "n" }] });
        else assert.equal(got, undefined);
        return;
      });
    }
    assert.deepEqual(stage.page.errors, []);
  });
}

test("deliveries are events, in order, once the page's scripts listen", async () => {
  const page = await open({ compat: ["mcpapp"], loading: true });
  page.post(notification("ui/notifications/tool-input", { arguments: input }));
  page.post(notification("ui/notifications/tool-result", result));
  await settle();
  // A script at the end of the document, in the state in which deferred ones run.
  const heard = listen();
  Object.assign(document, { readyState: "interactive" });
  page.post(notification("ui/notifications/tool-cancelled", { reason: "user" }));
  await settle();
  assert.deepEqual(heard, []);
  page.dispatch("DOMContentLoaded");
  await settle();
  same(heard, [
    ["tool-input", { arguments: input }],
    ["tool-result", result],
    ["tool-cancelled", { reason: "user" }],
  ]);
});

test("before anything is delivered, nothing is there", async () => {
  await open({ compat: ["mcpapp"] });
  assert.deepEqual([shim().toolInput, shim().toolResult, shim().hostContext], [null, null, {}]);
});

test("a teardown is an event, and answered for the page", async () => {
  const { page } = await hosts["MCP Apps"](["mcpapp"]);
  const heard = listen();
  addEventListener("mcp:teardown", () => void shim().callTool("save").catch(() => {}));
  page.post({ jsonrpc: "2.0", id: "bye", method: "ui/resource-teardown", params: { reason: "done" } });
  await settle();
  await pass(1);
  assert.deepEqual(heard, [["teardown", { reason: "done" }]]);
  assert.equal(page.sent.at(-2)!["method"], "tools/call", "what the page asks for at once comes before the answer");
  assert.deepEqual(page.sent.at(-1), { jsonrpc: "2.0", id: "bye", result: {}, target: "*" });
});

test("the host's own window.mcpApp wins", async () => {
  const mcpApp = { toolInput: 1 };
  const page = await open({ compat: ["mcpapp"], globals: { mcpApp } });
  assert.equal(shim(), mcpApp);
  assert.deepEqual(page.sent, []);
});

test("beside a host's own that comes late, no event is told twice", async () => {
  const page = await connect({}, { compat: ["mcpapp"] });
  Object.assign(globalThis, { mcpApp: {} });
  const heard: string[] = [];
  addEventListener("mcp:tool-input", () => heard.push("input"));
  page.post(notification("ui/notifications/tool-input", { arguments: { a: 1 } }));
  await settle();
  assert.deepEqual(heard, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { RpcError } from "../../src/host/jsonrpc.ts";
import { TEARDOWN_MS } from "../../src/host/protocol.ts";
import type { CallOptions, Services } from "../../src/host/protocol.ts";
import type { CallToolResult, Json } from "../../src/host/types.ts";
import { connected, fake, member, profileOf, settled } from "./fake.ts";

const question = { maxTokens: 100, messages: [{ role: "user", content: { type: "text", text: "what?" } }] };
const file = { type: "resource", resource: { uri: "file:///report.csv", text: "a,b" } };

/** Asks one thing of a host and resolves to the answer. */
async function answerTo(
  method: string,
  params: unknown,
  services: Partial<Services> = {},
  features: Record<string, boolean> = {},
): Promise<{ answer: Json | undefined; calls: string[]; notices: unknown[] }> {
  const view = fake(profileOf("mcp-apps", features), services);
  const host = await connected(view);
  host.receive({ jsonrpc: "2.0", id: 9, method, params });
  await settled();
  return { answer: view.answerTo(9), calls: view.calls, notices: view.notices };
}

/** A call that goes on until it is told to end, or is cancelled. */
function hanging(): { services: Partial<Services>; calls: CallOptions[]; finish: () => void } {
  const calls: CallOptions[] = [];
  const waiting: (() => void)[] = [];
  return {
    calls,
    finish: () => waiting.shift()?.(),
    services: {
      callTool: (_name, _args, options) => {
        calls.push(options);
        return new Promise<CallToolResult>((resolve, reject) => {
          waiting.push(() => resolve({ content: [] }));
          options.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error));
        });
      },
    },
  };
}

test("lists are whole, under MCP's names", async () => {
  for (const [method, key] of [
    ["tools/list", "tools"],
    ["resources/list", "resources"],
    ["resources/templates/list", "resourceTemplates"],
    ["prompts/list", "prompts"],
  ] as const) {
    const { answer } = await answerTo(method, undefined);
    assert.deepEqual(answer?.["result"], { [key]: [{ name: "one" }] });
    const second = await answerTo(method, { cursor: "2" });
    assert.equal(member(second.answer, "error", "code"), -32602, "no cursor was ever given out");
  }
});

test("a list that the server lacks is answered as such, and is no shortcoming of the workbench", async () => {
  const { answer, notices } = await answerTo(
    "prompts/list",
    {},
    { list: () => Promise.reject(new RpcError(-32601, "The server has no list of prompts.", {})) },
    { serverPrompts: true },
  );
  assert.equal(member(answer, "error", "code"), -32601);
  assert.deepEqual(notices, []);
});

test("a host that lacks a capability refuses all that stands for it", async () => {
  for (const [feature, method, params] of [
    ["serverTools", "tools/list", {}],
    ["serverResources", "resources/list", {}],
    ["serverResources", "resources/templates/list", {}],
    ["sampling", "sampling/createMessage", question],
    ["downloadFile", "ui/download-file", { contents: [file] }],
  ] as const) {
    const { answer, calls, notices } = await answerTo(method, params, {}, { [feature]: false });
    assert.equal(member(answer, "error", "code"), -32601, method);
    assert.deepEqual(calls, []);
    assert.deepEqual(notices, [{ kind: "lacking", what: method, feature }]);
  }
});

test("params that are missing or of another type are answered with what would fit", async () => {
  const cases: [method: string, params: unknown][] = [
    ["tools/call", { name: "x", _meta: 7 }],
    ["tools/call", { name: "x", _meta: { progressToken: {} } }],
    ["tools/list", { cursor: 7 }],
    ["resources/read", { uri: 7 }],
    ["ui/message", { role: "assistant", content: [{ type: "text", text: "hi" }] }],
    ["ui/message", { content: [{ type: "text" }] }],
    ["ui/message", { content: [{ type: "image", data: "" }] }],
    ["ui/message", { content: [{ type: "text", text: "good" }, null] }],
    ["ui/message", { content: [{ type: "hologram" }] }],
    ["ui/message", { content: [{ type: "tool_use", id: "1", name: "x", input: {} }] }],
    ["ui/update-model-context", { content: { type: "text", text: "hi" } }],
    ["ui/update-model-context", { content: [{ type: "text" }] }],
    ["ui/update-model-context", { structuredContent: [1] }],
    ["ui/request-display-mode", {}],
    ["ui/request-display-mode", { mode: 1 }],
    ["ui/open-link", { url: "data:text/html,hi" }],
    ["sampling/createMessage", {}],
    ["sampling/createMessage", { ...question, messages: [] }],
    ["sampling/createMessage", { ...question, messages: [{ role: "system", content: { type: "text", text: "" } }] }],
    ["sampling/createMessage", { ...question, messages: [{ role: "user", content: "hi" }] }],
    ["sampling/createMessage", { ...question, maxTokens: undefined }],
    ["sampling/createMessage", { ...question, maxTokens: 0.5 }],
    ["sampling/createMessage", { ...question, temperature: "hot" }],
    ["sampling/createMessage", { ...question, systemPrompt: [] }],
    ["sampling/createMessage", { ...question, stopSequences: [1] }],
    ["sampling/createMessage", { ...question, includeContext: "everything" }],
    ["sampling/createMessage", { ...question, tools: [{}] }],
    ["sampling/createMessage", { ...question, toolChoice: { mode: "always" } }],
    ["ui/download-file", {}],
    ["ui/download-file", { contents: file }],
    ["ui/download-file", { contents: [] }],
  ];
  for (const [method, params] of cases) {
    const { answer, calls } = await answerTo(method, params);
    const what = `${method} ${JSON.stringify(params)}`;
    assert.equal(member(answer, "error", "code"), -32602, what);
    assert.ok(String(member(answer, "error", "message")).length > 20, what);
    assert.deepEqual(calls, [], what);
  }
});

test("a method that nobody knows is named back, shortened", async () => {
  const { answer, notices } = await answerTo(`x/${"y".repeat(10_000)}`, {});
  assert.equal(member(answer, "error", "code"), -32601);
  assert.ok(String(member(answer, "error", "message")).length < 300);
  assert.ok(JSON.stringify(notices).length < 300);
});

test("the person answers for the model, or refuses", async () => {
  const answered = await answerTo("sampling/createMessage", question);
  assert.equal(member(answered.answer, "result", "content", "text"), "yes");
  const refused = await answerTo("sampling/createMessage", question, { sampling: () => Promise.resolve(undefined) });
  assert.equal(member(refused.answer, "error", "code"), -1);
});

test("tools in a question to the model are noted", async () => {
  const { answer, notices } = await answerTo(
    "sampling/createMessage",
    {
      ...question,
      messages: [
        { role: "assistant", content: [{ type: "tool_use", id: "1", name: "x", input: {} }] },
        { role: "user", content: [{ type: "tool_result", toolUseId: "1", content: [] }] },
      ],
      tools: [{ name: "x", inputSchema: { type: "object" } }],
      toolChoice: { mode: "required" },
    },
    {},
    { sampling: true },
  );
  assert.ok("result" in (answer ?? {}));
  assert.deepEqual(notices, [{ kind: "unknown", what: "tools in sampling/createMessage", feature: "samplingTools" }]);
});

test("blocks that hosts may not take are noted, once each", async () => {
  const image = { type: "image", data: "YQ==", mimeType: "image/png" };
  for (const [method, feature] of [
    ["ui/message", "message"],
    ["ui/update-model-context", "updateModelContext"],
  ] as const) {
    const params = { content: [{ type: "text", text: "hi" }, image, image] };
    const { answer, notices } = await answerTo(method, params, {}, { [feature]: true });
    assert.deepEqual(answer?.["result"], {});
    assert.deepEqual(
      notices.map((notice) => [member(notice, "kind"), member(notice, "what")]),
      [["unknown", `a block of image in ${method}`]],
    );
  }
});

test("a file that the person does not take is an error result", async () => {
  const taken = await answerTo("ui/download-file", { contents: [file] });
  assert.deepEqual(taken.calls, ['download ["report.csv"]']);
  assert.deepEqual(taken.answer?.["result"], {});
  const left = await answerTo("ui/download-file", { contents: [file] }, { download: () => Promise.resolve(false) });
  assert.deepEqual(left.answer?.["result"], { isError: true });
});

test("progress goes to who asked for it, by its token", async () => {
  for (const token of [0, 7, "t"]) {
    const view = fake(profileOf("mcp-apps"), {
      callTool: (_name, _args, options) => {
        options?.progress?.({ progress: 1, total: 3, message: "one" });
        options?.progress?.({ progress: 2, total: NaN, message: 7 } as never);
        return Promise.resolve({ content: [] });
      },
    });
    const host = await connected(view);
    const params = { name: "slow", _meta: { progressToken: token } };
    host.receive({ jsonrpc: "2.0", id: 9, method: "tools/call", params });
    await settled();
    assert.deepEqual(view.sent, [
      {
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: token, progress: 1, total: 3, message: "one" },
      },
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: token, progress: 2 } },
      { jsonrpc: "2.0", id: 9, result: { content: [] } },
    ]);
  }
});

test("nobody who did not ask is told the progress", async () => {
  const { services, calls } = hanging();
  const host = await connected(fake(profileOf("mcp-apps"), services));
  host.receive({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "slow" } });
  await settled();
  assert.equal(calls[0]?.progress, undefined);
});

test("a cancelled request ends and is not answered", async () => {
  for (const id of [0, 9, "nine"]) {
    const { services, calls } = hanging();
    const view = fake(profileOf("mcp-apps"), services);
    const host = await connected(view);
    const params = { name: "slow", _meta: { progressToken: 1 } };
    host.receive({ jsonrpc: "2.0", id, method: "tools/call", params });
    host.receive({ jsonrpc: "2.0", id: "other", method: "tools/call", params });
    host.receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: "enough" } });
    await settled();
    assert.equal(calls[0]?.signal?.aborted, true);
    assert.equal(calls[1]?.signal?.aborted, false, "the other one goes on");
    calls[0]?.progress?.({ progress: 1 });
    assert.deepEqual(view.sent, []);
  }
});

test("a cancellation that fits nothing does nothing", async () => {
  const { services, calls, finish } = hanging();
  const view = fake(profileOf("mcp-apps"), services);
  const host = await connected(view);
  host.receive({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "slow" } });
  for (const params of [{ requestId: "9" }, { requestId: 8 }, { requestId: null }, {}, undefined]) {
    host.receive({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }
  finish();
  await settled();
  assert.equal(calls[0]?.signal?.aborted, false);
  assert.ok("result" in (view.answerTo(9) ?? {}));
});

/** A person who does not answer; open is how many questions stand. */
function thinking(): { services: Partial<Services>; open: () => number } {
  const signals: AbortSignal[] = [];
  const asked = <T>(signal: AbortSignal, none: T) => {
    signals.push(signal);
    return new Promise<T>((resolve) => signal.addEventListener("abort", () => resolve(none)));
  };
  return {
    open: () => signals.filter((signal) => !signal.aborted).length,
    services: {
      sampling: (_request, signal) => asked(signal, undefined),
      download: (_files, signal) => asked(signal, false),
      openLink: (_url, signal) => asked(signal, false),
    },
  };
}

const questions: [method: string, params: Json][] = [
  ["sampling/createMessage", question],
  ["ui/download-file", { contents: [file] }],
  ["ui/open-link", { url: "https://example.com/" }],
];

test("a cancelled question to the person is withdrawn", async () => {
  for (const [method, params] of questions) {
    const { services, open } = thinking();
    const view = fake(profileOf("mcp-apps"), services);
    const host = await connected(view);
    host.receive({ jsonrpc: "2.0", id: 9, method, params });
    await settled();
    assert.equal(open(), 1, method);
    host.receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } });
    await settled();
    assert.equal(open(), 0, method);
    assert.deepEqual(view.sent, []);
  }
});

test("no question outlives its view", async (t) => {
  for (const [method, params] of questions) {
    for (const end of ["teardown", "silent teardown", "new beginning"]) {
      const { services, open } = thinking();
      const view = fake(profileOf("mcp-apps"), services);
      const host = await connected(view);
      host.receive({ jsonrpc: "2.0", id: 1, method, params });
      await settled();
      assert.equal(open(), 1, method);
      if (end === "new beginning") {
        await connected(view, host);
      } else {
        t.mock.timers.enable({ apis: ["setTimeout"] });
        const ended = host.teardown("over");
        host.receive({ jsonrpc: "2.0", id: 2, method, params });
        await settled();
        assert.equal(open(), 2, method);
        if (end === "teardown") {
          host.receive({ jsonrpc: "2.0", id: view.sent[0]?.["id"], result: {} });
        }
        t.mock.timers.tick(TEARDOWN_MS);
        await ended;
        t.mock.timers.reset();
        host.receive({ jsonrpc: "2.0", id: 3, method, params });
      }
      await settled();
      assert.equal(open(), 0, `${method}, ${end}`);
    }
  }
});

test("an id is for one open request at a time", async () => {
  const { services, calls, finish } = hanging();
  const view = fake(profileOf("mcp-apps"), services);
  const host = await connected(view);
  for (let i = 0; i < 2; i++) {
    host.receive({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "slow" } });
  }
  await settled();
  assert.equal(calls.length, 1);
  assert.equal(member(view.answerTo(9), "error", "code"), -32600);
  finish();
  await settled();
  view.sent.length = 0;
  host.receive({ jsonrpc: "2.0", id: 9, method: "ping" });
  await settled();
  assert.deepEqual(view.answerTo(9)?.["result"], {});
});

test("a view that asks too much at once is refused, until it has answers", async () => {
  for (const [method, params, most] of [
    ["ui/download-file", { contents: [file] }, 3],
    ["sampling/createMessage", question, 3],
    ["tools/call", { name: "slow" }, 32],
    ["tools/list", {}, 32],
  ] as const) {
    const waiting: (() => void)[] = [];
    const later = <T>(value: T) => new Promise<T>((resolve) => waiting.push(() => resolve(value)));
    const view = fake(profileOf("mcp-apps"), {
      download: () => later(true),
      sampling: () => later({}),
      callTool: () => later({}),
      list: () => later([]),
    });
    const host = await connected(view);
    for (let id = 0; id < most + 5; id++) {
      host.receive({ jsonrpc: "2.0", id, method, params });
    }
    await settled();
    assert.equal(waiting.length, most, method);
    assert.equal(view.sent.length, 5);
    assert.ok(view.sent.every((message) => member(message, "error", "code") === -32000));
    // Cancelled or not, a question that still stands keeps its place.
    host.receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } });
    host.receive({ jsonrpc: "2.0", id: "early", method, params });
    await settled();
    assert.equal(waiting.length, most);
    waiting[0]?.();
    await settled();
    host.receive({ jsonrpc: "2.0", id: "late", method, params });
    await settled();
    assert.equal(waiting.length, most + 1);
  }
});

test("a cancelled call frees its place", async () => {
  const { services, calls } = hanging();
  const view = fake(profileOf("mcp-apps"), services);
  const host = await connected(view);
  for (let id = 0; id < 32; id++) {
    host.receive({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "slow" } });
  }
  host.receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } });
  await settled();
  host.receive({ jsonrpc: "2.0", id: 40, method: "tools/call", params: { name: "slow" } });
  await settled();
  assert.equal(calls.length, 33);
  assert.deepEqual(view.sent, []);
});

test("the view's end ends what it asked for, and what it asks at the end, once it agrees to end", async () => {
  const { services, calls } = hanging();
  const view = fake(profileOf("mcp-apps"), services);
  const host = await connected(view);
  host.receive({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow" } });
  const ended = host.teardown("over");
  host.receive({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "save" } });
  const aborted = () => calls.map((call) => call.signal?.aborted);
  await settled();
  assert.deepEqual(aborted(), [false, false], "it has its time");
  host.receive({ jsonrpc: "2.0", id: view.sent[0]?.["id"], result: {} });
  await ended;
  assert.deepEqual(aborted(), [true, true]);
  host.receive({ jsonrpc: "2.0", id: 3, method: "ping" });
  await settled();
  assert.equal(view.sent.length, 1, "nothing is sent to who is gone");
});

test("a view that begins anew is not answered what it asked before", async () => {
  const { services, calls } = hanging();
  const view = fake(profileOf("mcp-apps"), services);
  const host = await connected(view);
  host.receive({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow" } });
  await connected(view, host);
  assert.equal(calls[0]?.signal?.aborted, true);
  host.receive({ jsonrpc: "2.0", id: 1, method: "ping" });
  await settled();
  assert.deepEqual(view.sent, [{ jsonrpc: "2.0", id: 1, result: {} }]);
});

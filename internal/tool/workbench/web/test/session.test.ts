import assert from "node:assert/strict";
import { after, mock, test } from "node:test";

import type { RequestOptions, ViewQuery } from "../api.ts";
import { ApiError } from "../api.ts";
import type { Bench, Run } from "../bench.ts";
import { TEARDOWN_MS } from "../../../../../view/src/host/protocol.ts";
import { Negotiation } from "../negotiation.ts";
import { ViewSession } from "../session.ts";
import type { Surface } from "../surface.ts";
import { Turns } from "../turns.ts";
import type { CallAnswer, CallToolResult, Json, Profile, UiKind, ViewAnswer, ViewDocument } from "../wire.ts";
import { confirmation, introduction, member, profileOf } from "../../../../../view/test/host/fake.ts";

const PROXY = "http://proxy.localhost:1";
const documentView: ViewDocument = {
  kind: "view",
  uri: "ui://a",
  mimeType: "text/html;profile=mcp-app",
  bytes: 1,
  source: "because",
  proxy: `${PROXY}/proxy`,
  document: "http://view.localhost:1/d",
  proxyOrigin: PROXY,
  documentOrigin: "http://view.localhost:1",
  sandbox: "allow-scripts",
  allow: "camera",
  csp: "connect-src 'self' https://api.example.com",
  change: 0,
  dev: false,
  protocol: "mcp-apps",
  inResult: false,
};
const none: ViewAnswer = { kind: "none", reason: "no link", steps: [{ what: "flat", found: false, why: "absent" }] };
const inline = { content: [{ type: "resource", resource: { uri: "ui://inline", text: "<p>" } }] };

// Time passes only in wait().
mock.timers.enable({ apis: ["setTimeout"] });
after(() => mock.timers.reset());

interface World {
  session: ViewSession;
  /** What the card was told, in order. */
  told: [name: string, ...args: unknown[]][];
  /** What the view was sent. */
  sent: Json[];
  queries: ViewQuery[];
  calls: {
    name: string;
    caller: string;
    following: RequestOptions;
    answer: (answer: CallAnswer) => void;
    fail: (error: unknown) => void;
  }[];
  lists: { entries: unknown[]; supported: boolean };
  listeners: Set<(change: unknown) => void>;
  /** The types of the window's events that are listened for. */
  events(): string[];
  /** What the request for the view waits for, in place of an answer at once. */
  answer: Promise<ViewAnswer> | undefined;
  say(message: Json): void;
  names(): string[];
  /** Answers the question whether the tool may be called. */
  allow(yes: boolean): void;
}

// As much of a page as a frame needs.
function frame(sent: Json[]): HTMLIFrameElement {
  const contentWindow = {
    postMessage: (message: Json) => sent.push(structuredClone(message)),
    location: { replace: () => undefined },
  };
  return { dataset: {}, setAttribute: () => undefined, remove: () => undefined, contentWindow, checkVisibility: () => false } as never;
}

function world(
  ui: UiKind,
  views: (query: ViewQuery) => ViewAnswer | Error,
  run: Partial<Run> = {},
  profile: Partial<Profile> = {},
): World {
  let allow: (yes: boolean) => void = () => undefined;
  const told: World["told"] = [];
  const sent: Json[] = [];
  const queries: ViewQuery[] = [];
  const calls: World["calls"] = [];
  const listeners = new Set<(change: unknown) => void>();
  const element = frame(sent);
  let receive: (event: unknown) => void = () => undefined;
  const held: [type: string, listener: unknown][] = [];
  const before = { remove: globalThis.removeEventListener };
  Object.assign(globalThis, {
    document: { createElement: () => element },
    requestAnimationFrame: (callback: () => void) => setTimeout(callback),
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      held.push([type, listener]);
      if (type === "message") {
        receive = listener;
      }
    },
    // A session of another world may end while this one is on.
    removeEventListener: (type: string, listener: unknown) => {
      const at = held.findIndex(([name, one]) => name === type && one === listener);
      if (at >= 0) {
        held.splice(at, 1);
      } else {
        before.remove?.(type, listener as EventListener);
      }
    },
  });
  const lists = { entries: [{ name: "a" }] as unknown[], supported: true };
  const api = {
    call: (
      _server: string,
      _profile: string,
      name: string,
      _args: unknown,
      caller: string,
      following: RequestOptions = {},
    ) =>
      new Promise<CallAnswer>((resolve, reject) => {
        calls.push({ name, caller, following, answer: resolve, fail: reject });
        following.signal?.addEventListener("abort", () => reject(following.signal?.reason as Error));
      }),
    view: (query: ViewQuery) => {
      queries.push(query);
      if (made.answer) {
        return made.answer;
      }
      const answer = views(query);
      if (answer instanceof Error) {
        return Promise.reject(answer);
      }
      // A host has one protocol; the server finds out that of a view in the Automatic card.
      const hosts = ui === "mcp-ui" || ui === "chatgpt" ? { protocol: ui } : {};
      return Promise.resolve(answer.kind === "none" ? answer : { ...answer, ...hosts });
    },
    list: () => Promise.resolve(lists),
    resource: () => Promise.resolve({ rpcError: { code: -32002, message: "not found" } }),
    health: () => Promise.resolve({ file: "", line: 0, column: 0 }),
    release: () => Promise.resolve(),
  };
  const bench = {
    api,
    session: { version: "1" },
    toolsFor: () => Promise.resolve([]),
    viewRequests: new Turns(3),
    record: () => undefined,
    onListChanged: (listener: (change: unknown) => void) => (listeners.add(listener), () => listeners.delete(listener)),
  };
  const surface = new Proxy({} as Surface, {
    get:
      (_target, name) =>
      (...args: unknown[]) => {
        told.push([String(name), ...args]);
        if (name === "confirm") {
          return new Promise<boolean>((resolve) => (allow = resolve));
        }
        return name === "surroundings" ? { theme: "light", displayMode: "inline", container: {}, environment: {} } : undefined;
      },
  });
  const whole: Run = {
    server: "s",
    tool: { name: "day" },
    args: { city: "Lisbon" },
    profiles: [],
    stream: false,
    ...run,
  };
  const session = new ViewSession(bench as unknown as Bench, whole, { ...profileOf("mcp-apps"), ui, ...profile }, surface);
  const say = (data: Json) => receive({ source: element.contentWindow, origin: PROXY, data });
  const names = () => told.map(([name]) => name);
  const events = () => held.map(([type]) => type);
  const made: World = {
    session,
    told,
    sent,
    queries,
    calls,
    lists,
    listeners,
    events,
    say,
    names,
    allow: (yes) => allow(yes),
    answer: undefined,
  };
  return made;
}

/** Lets what waits on settled promises run, at each step of the time that passes. */
async function wait(ms = 5): Promise<void> {
  const step = 5;
  for (let passed = 0; passed < ms; passed += step) {
    mock.timers.tick(step);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const methods = (sent: Json[]) => sent.map((message) => message["method"] ?? `answer ${String(message["id"])}`);

async function handshake(w: World): Promise<void> {
  w.say(introduction);
  await wait();
  w.say(confirmation);
}

test("view and call start together; the progress is shown, and the stop taken away at the end", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  assert.deepEqual([w.queries.length, w.calls.length], [1, 1]);
  assert.equal(w.calls[0]?.caller, "host");
  w.calls[0]?.following.progress?.({ progress: 1, total: 2 });
  await handshake(w);
  const hello = w.sent.find((message) => message["id"] === "hello");
  assert.deepEqual(member(hello, "result", "hostCapabilities", "sandbox"), {
    permissions: { camera: {} },
    csp: { connectDomains: ["https://api.example.com"] },
  });
  w.calls[0]?.answer({ result: { content: [] }, durationMs: 1 });
  await wait();
  assert.deepEqual(methods(w.sent).slice(-2), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
  const calling = w.told.filter(([name]) => name === "calling").map(([, stop]) => typeof stop);
  assert.deepEqual(calling, ["function", "undefined"]);
  assert.deepEqual(
    w.told.find(([name]) => name === "progress"),
    ["progress", { progress: 1, total: 2 }],
  );
  assert.ok(w.names().indexOf("progress") < w.names().indexOf("result"));
});

test("a call that the person stops is cancelled, and the view is told", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  const stop = w.told.find(([name]) => name === "calling")?.[1] as () => void;
  stop();
  await wait();
  assert.equal(w.calls[0]?.following.signal?.aborted, true);
  assert.deepEqual(w.sent.at(-1)?.["params"], { reason: "stopped by the person" });
  assert.equal(member(w.told.find(([name]) => name === "callFailed")?.[1], "code"), "stopped");
  w.calls[0]?.answer({ result: { content: [] }, durationMs: 1 });
  await wait();
  assert.equal(w.names().includes("result"), false);
});

test("a session that ends takes its call along", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  assert.deepEqual(w.events().sort(), ["blur", "keydown", "message", "messageerror"]);
  const ended = w.session.end("the tool is run again");
  assert.equal(w.calls[0]?.following.signal?.aborted, true);
  assert.deepEqual(methods(w.sent).slice(-2), ["ui/notifications/tool-cancelled", "ui/resource-teardown"]);
  await Promise.all([ended, wait(TEARDOWN_MS)]);
  assert.equal(w.names().includes("callFailed"), false);
  assert.equal(w.listeners.size, 0);
  assert.deepEqual(w.events(), [], "nothing is listened for any more");
});

test("the arguments are written into a view that is there, then the tool is called", async () => {
  const w = world("mcp-apps", () => documentView, { stream: true });
  void w.session.start();
  await wait();
  assert.equal(w.calls.length, 0, "no call before the arguments are whole");
  await handshake(w);
  await wait(1600);
  const names = methods(w.sent).filter((name) => String(name).includes("tool-input"));
  assert.ok(names.length >= 6, names.join());
  assert.equal(names.lastIndexOf("ui/notifications/tool-input-partial"), names.length - 2);
  const parts = w.sent.filter((message) => message["method"] === "ui/notifications/tool-input-partial");
  assert.ok(parts.every((part) => "Lisbon".startsWith(String(member(part, "params", "arguments", "city") ?? ""))));
  assert.equal(w.calls.length, 1);
});

const asks: Partial<Profile> = { confirms: { readOnly: "none", closedWorld: "ask", openWorld: "ask", destructive: "none" } };

test("a host that asks calls the tool when the person allows it", async () => {
  const w = world("mcp-apps", () => documentView, {}, asks);
  void w.session.start();
  await wait();
  await handshake(w);
  await wait();
  assert.deepEqual([w.calls.length, w.names().includes("confirm")], [0, true]);
  assert.ok(!methods(w.sent).includes("ui/notifications/tool-input"), "the view hears nothing of a call that is not allowed");
  w.allow(true);
  await wait();
  assert.equal(w.calls.length, 1);
  w.calls[0]?.answer({ result: { content: [] }, durationMs: 1 });
  await wait();
  assert.deepEqual(methods(w.sent).slice(-2), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
});

test("a call that the person denies is not made", async () => {
  const w = world("mcp-apps", () => documentView, {}, asks);
  void w.session.start();
  await wait();
  await handshake(w);
  await wait();
  w.allow(false);
  await wait();
  assert.equal(w.calls.length, 0);
  assert.equal(member(w.told.find(([name]) => name === "callFailed")?.[1], "code"), "denied");
  assert.deepEqual(w.sent.at(-1)?.["params"], { reason: "denied by the person" });
});

test("a question that is stopped, or whose session ends, calls nothing", async () => {
  for (const end of ["stop", "end"]) {
    const w = world("mcp-apps", () => documentView, {}, asks);
    void w.session.start();
    await wait();
    const signal = w.told.find(([name]) => name === "confirm")?.[3] as AbortSignal;
    if (end === "stop") {
      (w.told.find(([name]) => name === "calling")?.[1] as () => void)();
    } else {
      void w.session.end("the tool is run again");
    }
    assert.equal(signal.aborted, true);
    w.allow(false);
    await wait();
    const failed = w.told.find(([name]) => name === "callFailed")?.[1];
    assert.deepEqual([w.calls.length, member(failed, "code")], [0, end === "stop" ? "stopped" : undefined]);
    await Promise.all([w.session.end("the test is over"), wait(TEARDOWN_MS)]);
  }
});

test("a run from the address is not asked for, but the card says what the host does", async () => {
  const w = world("mcp-apps", () => documentView, { allowed: true }, asks);
  void w.session.start();
  await wait();
  assert.equal(w.calls.length, 1);
  assert.deepEqual(w.told.find(([name]) => name === "unconfirmed"), ["unconfirmed", "ask"]);
});

test("a tool that is read-only is called at once", async () => {
  const w = world("mcp-apps", () => documentView, { tool: { name: "day", annotations: { readOnlyHint: true } } }, asks);
  void w.session.start();
  await wait();
  assert.deepEqual([w.calls.length, w.names().includes("confirm"), w.names().includes("unconfirmed")], [1, false, false]);
});

test("a kept result is shown as in an old conversation, without a call", async () => {
  const result = { content: [], structuredContent: { high: 21 }, _meta: { "oriel/state": "token" } };
  for (const ui of ["mcp-apps", "chatgpt", "mcp-ui"] as const) {
    const kept = { test: { call: { result, durationMs: 7 }, talk: { said: [], state: { count: 3 } } } };
    const w = world(ui, () => documentView, { kept, stream: true }, asks);
    void w.session.start();
    await wait();
    await handshake(w);
    await wait();
    assert.deepEqual([ui, w.calls.length, w.names().includes("confirm")], [ui, 0, false]);
    assert.deepEqual(w.told.find(([name]) => name === "result"), ["result", result, 7]);
    const { globals } = w.queries[0] ?? {};
    if (ui === "chatgpt") {
      assert.deepEqual([globals?.["toolInput"], globals?.["toolOutput"]], [{ city: "Lisbon" }, { high: 21 }]);
      assert.deepEqual(globals?.["widgetState"], { count: 3 });
    } else if (ui === "mcp-apps") {
      const delivered = w.sent.filter((message) => String(message["method"]).includes("tool-"));
      assert.deepEqual(methods(delivered), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
      assert.deepEqual(member(delivered[1], "params", "_meta"), { "oriel/state": "token" });
    }
    await Promise.all([w.session.end("the test is over"), wait(TEARDOWN_MS)]);
  }
});

test("a call that had failed, or had not ended, is not made again after a reload", async () => {
  const problem = { code: "stopped", message: "The tool call was stopped.", fix: "" };
  for (const [kept, code] of [[{ call: { problem } }, "stopped"], [{}, "reloaded"]] as const) {
    const w = world("mcp-apps", () => documentView, { kept: { test: kept } });
    void w.session.start();
    await wait();
    await handshake(w);
    await wait();
    assert.equal(w.calls.length, 0);
    assert.equal(member(w.told.find(([name]) => name === "callFailed")?.[1], "code"), code);
    assert.ok(methods(w.sent).includes("ui/notifications/tool-cancelled"));
    await Promise.all([w.session.end("the test is over"), wait(TEARDOWN_MS)]);
  }
});

test("writing can be stopped before there is a call", async () => {
  const w = world("mcp-apps", () => documentView, { stream: true });
  void w.session.start();
  await wait();
  await handshake(w);
  await wait(200);
  (w.told.find(([name]) => name === "calling")?.[1] as () => void)();
  await wait();
  assert.equal(w.calls.length, 0);
  assert.equal(methods(w.sent).at(-1), "ui/notifications/tool-cancelled");
  assert.equal(methods(w.sent).includes("ui/notifications/tool-input"), false);
});

test("nobody is written to where there is no view", async () => {
  for (const answer of [none, new ApiError(404, "view_not_found", "It is not there.", "")]) {
    const w = world("mcp-apps", () => answer, { stream: true });
    void w.session.start();
    await wait(2500);
    assert.equal(w.calls.length, 1, "the time for a view's start is not waited");
  }
});

test("a view that has loaded and says nothing is not waited for long", async () => {
  const w = world("mcp-apps", () => documentView, { stream: true });
  void w.session.start();
  await wait(5000);
  assert.equal(w.calls.length, 0, "it may still load");
  w.say({ jsonrpc: "2.0", method: "ui/notifications/sandbox-document-loaded", params: {} });
  await wait(6000);
  assert.equal(w.calls.length, 1);
  assert.equal(methods(w.sent).includes("ui/notifications/tool-input-partial"), false);
});

test("a view without a link is looked for again in the result", async () => {
  const w = world("mcp-apps", (query) => (query.result ? documentView : none));
  void w.session.start();
  await wait();
  assert.equal(w.names().includes("noView"), false);
  w.calls[0]?.answer({ result: inline, durationMs: 1 });
  await wait();
  assert.deepEqual(w.queries[1]?.result, inline);
  assert.equal(w.names().includes("noView"), false);
  assert.ok(w.names().indexOf("result") < w.names().indexOf("view"));
  await handshake(w);
  assert.deepEqual(methods(w.sent).slice(-2), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
});

test("no view in the result either is said, with the steps that know the result", async () => {
  const results: CallToolResult[] = [
    { content: [{ type: "text", text: "hi" }] },
    { content: [null, { type: "resource" }] } as never,
    {} as never,
    inline,
  ];
  const early: ViewAnswer = { ...none, steps: [{ what: "Text", found: false, why: "There is no result yet." }] };
  for (const result of results) {
    const w = world("mcp-apps", (query) => (query.result ? none : early));
    void w.session.start();
    await wait();
    w.calls[0]?.answer({ result, durationMs: 1 });
    await wait();
    assert.deepEqual(
      w.queries.map((query) => query.result),
      [undefined, result],
    );
    assert.deepEqual(
      w.told.filter(([name]) => name === "noView"),
      [["noView", "no link", [{ what: "flat", found: false, why: "absent" }]]],
    );
    assert.ok(w.names().includes("result"), "the text is shown all the same");
  }
});

test("a call that fails where there is no view is told as failed", async () => {
  const w = world("mcp-apps", () => none);
  void w.session.start();
  await wait();
  w.calls[0]?.answer({ rpcError: { code: -32603, message: "it broke" }, durationMs: 1 });
  await wait();
  assert.equal(member(w.told.find(([name]) => name === "callFailed")?.[1], "message"), "it broke");
  assert.equal(w.names().includes("noView"), false);
});

test("a view that can't be had is told, and the call goes on", async () => {
  const w = world("mcp-apps", () => new ApiError(404, "view_not_found", "It is not there.", ""));
  void w.session.start();
  await wait();
  w.calls[0]?.answer({ result: { content: [] }, durationMs: 1 });
  await wait();
  assert.ok(w.names().includes("viewFailed") && w.names().includes("result"));
});

test("what a server that is being replaced can't give is asked for again, and is no news", async () => {
  let there = false;
  const w = world("mcp-apps", () => (there ? documentView : new ApiError(503, "server_gone", "It is not there.", "")));
  void w.session.start();
  w.session.serverRestarting();
  await wait();
  w.calls[0]?.fail(new ApiError(503, "server_gone", "It is not there.", ""));
  await wait();
  assert.deepEqual(
    w.names().filter((name) => name.endsWith("Failed")),
    [],
  );
  there = true;
  void w.session.renew({ name: "day" });
  await wait();
  assert.deepEqual([w.queries.length, w.calls.length], [2, 2]);
  there = false;
  void w.session.renew({ name: "day" });
  await wait();
  assert.ok(w.names().includes("viewFailed"), "what the new one can't give either is told");
});

test("where a server that was replaced is not asked anew, what fails is told again", async () => {
  const w = world("mcp-apps", () => new ApiError(503, "server_gone", "It is not there.", ""));
  w.session.serverRestarting();
  w.session.giveUp();
  void w.session.start();
  await wait();
  assert.ok(w.names().includes("viewFailed"));
});

test("a view of a legacy host is asked for with the result", async () => {
  const w = world("mcp-ui", () => documentView, { stream: true });
  void w.session.start();
  await wait();
  assert.deepEqual([w.queries.length, w.calls.length], [0, 1], "there is nobody to write to before");
  w.calls[0]?.answer({ result: inline, durationMs: 1 });
  await wait();
  assert.deepEqual(w.queries[0]?.result, inline);
  assert.ok(w.names().includes("view"));
});

test("what the view asks of the server goes to it as from a view", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  const params = { name: "next", _meta: { progressToken: 1 } };
  w.say({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  w.say({ jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "note://a" } });
  w.say({ jsonrpc: "2.0", id: 3, method: "tools/list" });
  await wait();
  assert.deepEqual([w.calls[1]?.name, w.calls[1]?.caller], ["next", "view"]);
  w.calls[1]?.following.progress?.({ progress: 1 });
  assert.equal(w.sent.at(-1)?.["method"], "notifications/progress");
  assert.equal(
    member(
      w.sent.find((message) => message["id"] === 2),
      "error",
      "code",
    ),
    -32002,
  );
  assert.deepEqual(
    member(
      w.sent.find((message) => message["id"] === 3),
      "result",
      "tools",
    ),
    [{ name: "a" }],
  );
  w.lists.supported = false;
  w.say({ jsonrpc: "2.0", id: 4, method: "prompts/list" });
  await wait();
  assert.equal(
    member(
      w.sent.find((message) => message["id"] === 4),
      "error",
      "code",
    ),
    -32601,
  );
  assert.equal(
    w.told.filter(([name, notice]) => name === "notice" && member(notice, "kind") === "unsupported").length,
    0,
  );
});

test("a change of a list reaches the views of that server and profile", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  const tell = (server: string, profile: string) =>
    w.listeners.forEach((listener) => listener({ type: "changed", server, profile, list: "tools" }));
  tell("other", "test");
  tell("s", "other");
  assert.equal(methods(w.sent).includes("notifications/tools/list_changed"), false);
  tell("s", "test");
  assert.equal(methods(w.sent).at(-1), "notifications/tools/list_changed");
});

test("the card calls the view's tools until the view is gone", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  w.say({ ...introduction, params: { ...introduction.params, appCapabilities: { tools: {} } } });
  await wait();
  w.say(confirmation);
  w.say({ jsonrpc: "2.0", id: w.sent.at(-1)?.["id"], result: { tools: [{ name: "halve" }] } });
  await wait();
  const [, tools, call] = w.told.find(([name]) => name === "viewTools") ?? [];
  assert.deepEqual(tools, [{ name: "halve", inputSchema: { type: "object" } }]);
  const callTool = call as (name: string, args: Json) => Promise<unknown>;
  const called = callTool("halve", { n: 2 });
  w.say({ jsonrpc: "2.0", id: w.sent.at(-1)?.["id"], result: { content: [] } });
  assert.deepEqual(await called, { content: [] });
  await Promise.all([w.session.end("over"), wait(TEARDOWN_MS)]);
  assert.deepEqual(w.told.findLast(([name]) => name === "viewTools")?.[1], undefined);
  await assert.rejects(callTool("halve", {}), /gone/);
});

test("a view that asks for much leaves the page its connections", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  for (let id = 0; id < 20; id++) {
    w.say({ jsonrpc: "2.0", id, method: "tools/call", params: { name: `call ${id}` } });
  }
  await wait();
  const running = () => w.calls.filter((call) => call.caller === "view").map((call) => call.name);
  assert.deepEqual(running(), ["call 0", "call 1", "call 2"]);
  for (const requestId of [1, 3]) {
    w.say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }
  await wait();
  assert.deepEqual(running(), ["call 0", "call 1", "call 2", "call 4"]);
});

test("window.openai has no input before it is written", async () => {
  for (const [stream, input] of [
    [false, { city: "Lisbon" }],
    [true, null],
  ] as const) {
    const w = world("chatgpt", () => documentView, { stream });
    void w.session.start();
    await wait();
    assert.deepEqual(member(w.queries[0]?.globals, "toolInput"), input);
  }
});

test("a view that is cut off asks the person nothing more", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  w.say({ jsonrpc: "2.0", id: 1, method: "ui/open-link", params: { url: "https://example.com/" } });
  await wait();
  const signal = w.told.find(([name]) => name === "openLink")?.[2] as AbortSignal;
  assert.equal(signal.aborted, false);
  w.say({ jsonrpc: "2.0", method: "ui/notifications/sandbox-overflow", params: { kind: "bytes" } });
  assert.equal(signal.aborted, true);
  const [, status, reason, cut] = w.told.findLast(([name]) => name === "status") ?? [];
  assert.deepEqual([status, reason], ["error", "flooded"]);
  assert.match(String(member(cut, "did")), /MiB a second/);
  assert.deepEqual(w.events(), []);
});

test("what went wrong on the way to the server is the person's to know, not the view's", async () => {
  const rows: [error: unknown, code: string, message: RegExp][] = [
    [
      new ApiError(502, "server_unreachable", "http://10.0.0.7:9/mcp refused: dial tcp", ""),
      "server_unreachable",
      /not running/,
    ],
    [
      new ApiError(403, "tool_not_for_views", "inner words http://10.0.0.7", "Fix it."),
      "tool_not_for_views",
      /not for views/,
    ],
    [new ApiError(500, "toString", "inner words http://10.0.0.7", ""), "toString", /^The host could not do this\.$/],
    [new Error("inner words http://10.0.0.7"), "failed", /^The host could not do this\.$/],
  ];
  for (const [error, code, message] of rows) {
    const w = world("mcp-apps", () => documentView);
    void w.session.start();
    await wait();
    await handshake(w);
    w.say({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "next" } });
    await wait();
    w.calls[1]?.fail(error);
    await wait();
    const answer = w.sent.find((one) => one["id"] === 1);
    assert.deepEqual(member(answer, "error", "data"), { code });
    assert.match(String(member(answer, "error", "message")), message);
    assert.doesNotMatch(JSON.stringify(answer), /10\.0\.0\.7/);
    const notice = w.told.find(([name, one]) => name === "notice" && member(one, "kind") === "refused")?.[1];
    assert.match(String(member(notice, "what")), /10\.0\.0\.7/);
  }
});

test("the Automatic card speaks the protocol of the view, which gets what came before it", async () => {
  const loaded = { jsonrpc: "2.0", method: "ui/notifications/sandbox-document-loaded", params: {} };
  for (const [protocol, greeting, got] of [
    ["mcp-apps", introduction, "ui/notifications/tool-result"],
    ["chatgpt", loaded, "openai/setGlobals"],
    ["mcp-ui", { type: "ui-lifecycle-iframe-ready" }, "ui-lifecycle-iframe-render-data"],
  ] as [ViewDocument["protocol"], Json, string][]) {
    let show: (answer: ViewAnswer) => void = () => undefined;
    const w = world("auto", () => documentView);
    w.answer = new Promise((resolve) => (show = resolve));
    void w.session.start();
    await wait();
    w.calls[0]?.answer({ result: { content: [], structuredContent: { high: 21 } }, durationMs: 1 });
    await wait();
    show({ ...documentView, protocol });
    await wait();
    w.say(greeting);
    await wait();
    if (protocol === "mcp-apps") {
      w.say(confirmation);
      await wait();
    }
    const last = w.sent.at(-1);
    assert.equal(last?.["method"] ?? last?.["type"], got, protocol);
    assert.ok(JSON.stringify(last).includes('"high":21'), protocol);
    assert.ok(w.queries[0]?.globals, "the view may turn out to use window.openai");
  }
});

test("what a silent view needs is said once it has loaded, and taken back when it speaks after all", async () => {
  const missing = { name: "window.openai", compat: "ui.CompatOpenAI" };
  const w = world("mcp-apps", () => ({ ...documentView, missing }));
  const said = () => w.told.filter(([name]) => name === "missing").map(([, api]) => api);
  void w.session.start();
  await wait(2000);
  assert.deepEqual(said(), [], "it has not loaded");
  w.say({ jsonrpc: "2.0", method: "ui/notifications/sandbox-document-loaded", params: {} });
  await wait(900);
  assert.deepEqual(said(), []);
  await wait(200);
  assert.deepEqual(said(), [missing]);
  await handshake(w);
  assert.deepEqual(said().at(-1), undefined);
});

test("a view that speaks in time is said to need nothing", async () => {
  const w = world("mcp-apps", () => ({ ...documentView, missing: { name: "window.mcpApp", compat: "ui.CompatMCPApp" } }));
  void w.session.start();
  await wait();
  w.say({ jsonrpc: "2.0", method: "ui/notifications/sandbox-document-loaded", params: {} });
  await handshake(w);
  await wait(3000);
  assert.equal(w.told.some(([name, api]) => name === "missing" && api !== undefined), false);
});

test("a view that is reloaded before the call gets input and result", async () => {
  const w = world("mcp-apps", () => documentView, { stream: "paused" });
  void w.session.start();
  await wait();
  await handshake(w);
  await wait();
  const reopened = w.session.reopen();
  await wait(TEARDOWN_MS);
  w.sent.length = 0;
  await handshake(w);
  await wait(2000);
  await reopened;
  const writing = w.told.find(([name]) => name === "writing")?.[1] as { resume(): void };
  writing.resume();
  await wait(3000);
  assert.equal(w.calls.length, 1);
  w.calls[0]?.answer({ result: { content: [] }, durationMs: 1 });
  await wait();
  assert.deepEqual(methods(w.sent).slice(-2), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
});

test("a server that restarts while the arguments are written gets one call", async () => {
  const w = world("mcp-apps", () => documentView, { stream: "paused" });
  void w.session.start();
  await wait();
  await handshake(w);
  await wait();
  w.session.serverRestarting();
  void w.session.renew({ name: "day" });
  await wait(5000);
  assert.equal(w.calls.length, 1);
});

test("a result's own view is shown after a restart before the result", async () => {
  const w = world("mcp-apps", (query) => (query.result ? documentView : none));
  void w.session.start();
  await wait();
  w.session.serverRestarting();
  void w.session.renew({ name: "day" });
  await wait(2000);
  assert.equal(w.names().includes("noView"), false);
  w.calls.at(-1)?.answer({ result: inline, durationMs: 1 });
  await wait();
  await handshake(w);
  assert.deepEqual(methods(w.sent).slice(-2), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
});

test("what the person sends by hand is said to arrive only where it does", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  assert.match(w.session.send("input", {}), /once it has sent ui\/initialize/);
  await handshake(w);
  assert.equal(w.session.send("input", {}), "");
  assert.match(w.session.send("partial", {}), /has its input already/);
  const legacy = world("mcp-ui", () => documentView);
  void legacy.session.start();
  await wait();
  legacy.calls[0]?.answer({ result: inline, durationMs: 1 });
  await wait();
  void legacy.session.startOver();
  await wait(3000);
  assert.equal(legacy.session.send("result", { content: [] }), "");
  assert.equal(legacy.session.send("partial", {}), "MCP-UI has no partial input.");
  assert.equal(legacy.session.canReopen, true);
});

test("a call that fails tells nothing to a view that the person handles", async () => {
  const w = world("mcp-apps", () => documentView);
  void w.session.start();
  await wait();
  await handshake(w);
  void w.session.startOver();
  await wait(TEARDOWN_MS);
  await handshake(w);
  w.sent.length = 0;
  w.calls[0]?.fail(new ApiError(500, "server_gone", "gone", ""));
  await wait();
  assert.deepEqual(methods(w.sent), []);
});

test("a legacy host's answers are counted", () => {
  const negotiation = new Negotiation();
  for (const id of ["a", "b"]) {
    negotiation.take("in", { type: "tool", messageId: id, payload: { toolName: "t" } });
    negotiation.take("out", { type: "ui-message-received", messageId: id, payload: {} });
  }
  negotiation.take("out", { type: "ui-message-response", messageId: "a", payload: { error: { message: "no" } } });
  negotiation.take("out", { type: "ui-message-response", messageId: "b", payload: { response: {} } });
  const tools = negotiation.capabilities(profileOf("mcp-ui")).find(({ name }) => name === "serverTools");
  assert.deepEqual([tools?.used, tools?.failed], [2, 1]);
});

// Malformed, reordered and hostile messages to the real runtime: nothing throws, nothing
// leaks, and afterwards it works as before. ORIEL_SEED repeats a run. There are 100,000 in
// "make test-all", which sets ORIEL_TEST_ALL, and a quarter of them otherwise.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";
import { globalsDetail, greeting, rpcMessage, spoil, spoiled, sprung, uiMessage } from "./hostile.ts";
import { chosenSeed, random } from "./random.ts";
import type { Random } from "./random.ts";

const seed = chosenSeed();
/** Messages per kind of page. */
const storms = process.env.ORIEL_TEST_ALL
  ? { bridge: 60_000, both: 15_000, openai: 10_000, mcpui: 15_000 }
  : { bridge: 15_000, both: 4_000, openai: 2_500, mcpui: 4_000 };
/** What the heap may grow, in bytes, while the second half of a storm passes. */
const heapBound = 4 << 20;
const megabyte = "x".repeat(1 << 20);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Thrown by this test's own handlers. */
class Own extends Error {}

const rejections: unknown[] = [];
const onRejection = (reason: unknown) => void rejections.push(reason);
process.on("unhandledRejection", onRejection);
after(() => process.off("unhandledRejection", onRejection));

const shared = [Object, Array, Function, String, Number, Boolean, Promise, Map, Set, Error].map(
  ({ prototype }) => prototype as object,
);
const shapes = () => shared.map((prototype) => Reflect.ownKeys(prototype).length);
const untouched = shapes();

/** Attaches a handler to everything; each throws now and then. Returns how often they were called. */
const listenToAll = ({ oriel }: Page): (() => number) => {
  let count = 0;
  const handler = () => {
    if (++count % 97 === 0) throw new Own();
  };
  oriel.onToolInput(handler);
  oriel.onToolInputPartial(handler);
  oriel.onToolResult(handler);
  oriel.onToolCancelled(handler);
  oriel.onContext(handler);
  oriel.onTeardown(handler);
  oriel.subscribe(handler);
  oriel.registerTool({ name: "zoom" }, (args) => (handler(), { data: args }));
  return () => count;
};

/** What it returns, or that it has touched what can't be touched. */
const unlessSprung = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (sprung(error)) return "sprung";
    throw error;
  }
};

/** All that a view can see, by identity. */
const look = ({ oriel, sent, errors, root, head }: Page, calls: number): unknown[] => [
  oriel.toolInput(), oriel.toolResult(), oriel.context(), oriel.getState(), oriel.platform(), oriel.hostInfo()?.name,
  oriel.toolCancelled(), oriel.host(), unlessSprung(() => oriel.capabilities()), sent.length, errors.length, calls, root.dataset.theme, root.lang, root.style.colorScheme,
  Object.keys(root.style.properties).length, head.length,
];

/** What must hold at any time. */
const check = (page: Page): void => {
  assert.deepEqual(shapes(), untouched, "a prototype was touched");
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.deepEqual(rejections.splice(0), [], "a promise was rejected that nobody waits for");
  // What can't be posted and throws when it is read is the page's own doing, and reported to it.
  const others = page.errors.filter((error) => !(error instanceof Own || sprung(error)));
  assert.deepEqual(others, [], "something was reported as an error");
  page.errors.length = 0;
  page.sent.length = 0;
};

/** After a storm: what is genuine arrives, late handlers hear of it, and the host is answered. */
const intact = async (page: Page): Promise<void> => {
  const { oriel } = page;
  page.post(notification("ui/notifications/tool-input", { arguments: { city: "Porto" } }));
  page.post(notification("ui/notifications/tool-result", { content: [{ type: "text", text: "Rain" }], structuredContent: { high: 9 } }));
  page.post(notification("ui/notifications/host-context-changed", { theme: "light", locale: "de-AT", displayMode: "inline" }));
  assert.deepEqual(oriel.toolInput(), { city: "Porto" });
  assert.deepEqual([oriel.toolResult()?.data, oriel.toolResult()?.text], [{ high: 9 }, "Rain"]);
  assert.partialDeepStrictEqual(oriel.context(), { theme: "light", locale: "de-AT", displayMode: "inline" });
  assert.equal(page.root.dataset.theme, "light");
  const late: unknown[] = [];
  oriel.onToolInput((input) => void late.push(input));
  oriel.onToolResult(({ text }) => void late.push(text));
  oriel.onContext(({ theme }) => void late.push(theme));
  assert.deepEqual(late, [{ city: "Porto" }, "Rain", "light"]);
  page.sent.length = 0;
  page.post({ jsonrpc: "2.0", id: "still there?", method: "ping" });
  await settle();
  assert.deepEqual(page.sent.filter(({ id }) => id === "still there?"), [
    { jsonrpc: "2.0", id: "still there?", result: {}, target: "*" },
  ]);
  page.post({ jsonrpc: "2.0", id: "tool", method: "tools/call", params: { name: "zoom", arguments: { by: 2 } } });
  await settle();
  const answer = page.sent.find(({ id }) => id === "tool");
  assert.ok(answer?.result, "a tool of the view is not answered");
  oriel.setState({ tab: 7 });
  assert.deepEqual(oriel.getState(), { tab: 7 });
};

interface Storm {
  page: Page;
  count: number;
  r: Random;
  /** Sends the message of this number. */
  strike(i: number): void;
  /** What there is to do when a number of messages have passed. */
  calm?(): Promise<void>;
}

/** Sends the messages, looks after each and more closely every so often, and weighs the heap. */
const rage = async ({ page, count, r, strike, calm }: Storm): Promise<void> => {
  const calls = listenToAll(page);
  const strangers = [undefined, null, globalThis, {}, window, new Proxy({}, {}), { postMessage() {} }];
  let half = 0;
  let i = 0;
  try {
    while (i < count) {
      for (const end = Math.min(i + 250, count); i < end; i++)
        try {
          strike(i);
        } catch (error) {
          // A listener that throws is an error reported, in a DOM.
          page.errors.push(error);
        }
      await settle();
      await calm?.();
      page.layout.root = () => r.below(500);
      page.frame();
      await pass(300);
      check(page);
      // Nobody but the host is heard, whatever they say and wherever they are.
      const before = look(page, calls());
      for (const end = Math.min(i + 50, count); i < end; i++)
        page.dispatch("message", {
          data: r.pick([() => rpcMessage(r, [1, 2, 3]), () => spoil(r, rpcMessage(r, [2])), () => uiMessage(r, ["oriel-1"])])(),
          source: r.pick(strangers),
          origin: r.pick(["https://host.example", "https://evil.example", "null", ""]),
        });
      await settle();
      const changed = look(page, calls()).findIndex((value, k) => !Object.is(value, before[k]));
      assert.equal(changed, -1, `somebody else than the host changed number ${changed} of what a view sees`);
      if (!half && i > count / 2) {
        collect();
        half = process.memoryUsage().heapUsed;
      }
    }
  } catch (error) {
    throw new Error(`at message ${i}; ORIEL_SEED=${seed} repeats it`, { cause: error });
  }
  collect();
  const growth = process.memoryUsage().heapUsed - half;
  assert.ok(growth < heapBound, `the heap grew by ${growth} bytes (ORIEL_SEED=${seed})`);
};

/** Calls that are answered with anything, and then properly: each has to end. */
const callers = (page: Page, r: Random) => {
  let made = 0;
  let open = 0;
  return {
    call(): void {
      open++;
      const end = () => void open--;
      page.oriel.callTool(`any-${made++}`).then(end, end);
    },
    /** Answers all that are open. */
    async answer(): Promise<void> {
      for (const { id, params } of page.with("tools/call")) {
        if (!params.name.startsWith("any-")) continue;
        const outcome = r.chance(0.5) ? { result: { content: [{ type: "text", text: "x" }] } } : { error: { code: 1, message: "x" } };
        page.post(spoil(r, { jsonrpc: "2.0", id, ...outcome }, true));
        page.post({ jsonrpc: "2.0", id, result: { content: [] } });
      }
      await settle();
      assert.equal(open, 0, "a call never ended");
    },
    made: () => made,
  };
};

/** A call that is still open while the storm passes. */
const keepCall = async (page: Page) => {
  let ended: unknown;
  let reports = 0;
  const onProgress = () => {
    if (++reports % 13 === 0) throw new Own();
  };
  const call = page.oriel.callTool("kept", {}, { onProgress });
  call.then(
    (result) => (ended = result),
    (error) => (ended = error),
  );
  await settle();
  const id: unknown = page.with("tools/call")[0]?.id;
  assert.ok(typeof id === "number");
  return {
    /** Ids that are nearly the call's. */
    near: [`${id}`, [id], { id }, id + 0.5, -id, BigInt(id), NaN, null, undefined, true, "constructor", 1e6, 0],
    async finish(): Promise<void> {
      const { pending } = await page.module<typeof import("../src/protocol/rpc.ts")>("protocol/rpc");
      assert.deepEqual([...pending.keys()], [id], "a call that has ended is still waited for");
      assert.equal(ended, undefined, "a call was answered by what is not its answer");
      const before = reports;
      page.post(notification("notifications/progress", { progressToken: id, progress: 1 }));
      assert.equal(reports, before + 1);
      page.post({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "mine" }] } });
      assert.equal((await call).text, "mine");
    },
  };
};

test("a view in an MCP Apps host", async () => {
  const r = random(seed);
  const page = await connect();
  const kept = await keepCall(page);
  const caller = callers(page, r);
  await rage({
    page,
    r,
    count: storms.bridge,
    calm: caller.answer,
    strike(i) {
      if (i % 25 === 0) caller.call();
      else if (i % 3001 === 0)
        page.post(notification(r.pick(["ui/notifications/tool-input-partial", "ui/notifications/tool-input", "ui/notifications/tool-result", "ui/notifications/host-context-changed"]), {
          arguments: megabyte, content: megabyte, theme: megabyte, locale: megabyte,
        }));
      else page.post(r.chance(0.1) ? rpcMessage(r, kept.near) : spoil(r, rpcMessage(r, kept.near)));
    },
  });
  assert.ok(caller.made() > storms.bridge / 60);
  await kept.finish();
  await intact(page);
});

/** A window.openai with something of everything. */
const chatGPT = (): Record<string, unknown> => ({
  ...(globalsDetail(random(1)) as { globals: object }).globals,
  callTool: async () => ({ content: [{ type: "text", text: "mine" }] }),
  setWidgetState() {},
  notifyIntrinsicHeight() {},
});

const event = (page: Page, r: Random): void => {
  const detail = globalsDetail(r);
  page.dispatch("openai:set_globals", r.chance(0.03) ? {} : { detail: spoil(r, detail) });
};

test("a view in ChatGPT, with both", async () => {
  const r = random(seed + 1);
  const page = await connect({}, { openai: chatGPT() });
  const kept = await keepCall(page);
  await rage({
    page,
    r,
    count: storms.both,
    strike() {
      if (r.chance(0.5)) event(page, r);
      else page.post(spoil(r, rpcMessage(r, kept.near)));
    },
  });
  await kept.finish();
  await intact(page);
});

/** An own member of whatever it is, without touching it. */
const memberOf = (value: unknown, name: string): unknown => {
  try {
    return Reflect.getOwnPropertyDescriptor(value as object, name)?.value as unknown;
  } catch {
    return undefined;
  }
};

test("a view with window.openai alone", async () => {
  const r = random(seed + 2);
  const openai = chatGPT();
  const page = await open({ openai });
  await pass(1000);
  const initialize = page.with("ui/initialize")[0]?.id as number;
  await rage({
    page,
    r,
    count: storms.openai,
    strike() {
      if (r.chance(0.8)) event(page, r);
      else {
        // It may say anything but answer the handshake.
        const message = spoil(r, rpcMessage(r, [`${initialize}`, -1, 7]));
        if (memberOf(message, "id") !== initialize) page.post(message);
      }
    },
  });
  assert.equal((await page.oriel.callTool("any")).text, "mine");
  await intact(page);
  page.dispatch("openai:set_globals", { detail: { globals: { theme: "dark", locale: "fr" } } });
  assert.partialDeepStrictEqual(page.oriel.context(), { theme: "dark", locale: "fr" });
});

test("a view in a legacy MCP-UI host", async () => {
  const r = random(seed + 3);
  const page = await open({ mcpui: true });
  await settle();
  const call = page.oriel.callTool("kept");
  let ended = false;
  call.finally(() => (ended = true)).catch(() => {});
  await settle();
  const { messageId } = page.sent.find(({ type }) => type === "tool") as Message;
  const near = [`${messageId}0`, [messageId], { messageId }, "oriel-0", "oriel-x", null, undefined, "constructor", 1];
  await rage({
    page,
    r,
    count: storms.mcpui,
    strike: () => page.post(r.chance(0.9) ? spoil(r, uiMessage(r, near)) : spoil(r, rpcMessage(r, near))),
  });
  const { actions } = await page.module<typeof import("../src/mcpui/bridge.ts")>("mcpui/bridge");
  assert.deepEqual([...actions.keys()], [messageId], "an action that has ended is still waited for");
  assert.equal(ended, false, "a call was answered by what is not its answer");
  page.post({ type: "ui-message-response", messageId, payload: { response: { content: [{ type: "text", text: "mine" }] } } });
  assert.equal((await call).text, "mine");
  const renderData = { toolInput: { city: "Porto" }, toolOutput: { high: 9 }, theme: "light", locale: "de-AT" };
  page.post({ type: "ui-lifecycle-iframe-render-data", payload: { renderData } });
  await settle();
  assert.deepEqual([page.oriel.toolInput(), page.oriel.toolResult()?.data], [{ city: "Porto" }, { high: 9 }]);
  assert.partialDeepStrictEqual(page.oriel.context(), { theme: "light", locale: "de-AT" });
});

test("a handshake that goes wrong: the view hears of a host, and works", async () => {
  const r = random(seed + 4);
  for (let i = 0; i < 24; i++) {
    const page = await open(i % 2 ? {} : { openai: chatGPT() });
    const id: unknown = page.with("ui/initialize")[0]?.id;
    // Out of order: everything may come before the answer, but another answer.
    for (let k = 0; k < 20; k++) {
      const message = spoil(r, rpcMessage(r, ["1", 99]), true);
      if (memberOf(message, "id") !== id) page.post(message);
    }
    let ended: unknown;
    page.oriel.connected.then(
      (platform) => (ended = platform),
      (error) => (ended = error),
    );
    page.post({ jsonrpc: "2.0", id, result: r.chance(0.2) ? spoiled(r, true) : spoil(r, greeting(), true) });
    page.post({ jsonrpc: "2.0", id, result: greeting() });
    await settle();
    const what = `page ${i}; ORIEL_SEED=${seed} repeats it`;
    assert.match(String(ended), /^(mcp-apps|chatgpt|mcp-ui)$/, what);
    assert.deepEqual([rejections.splice(0), page.errors], [[], []], what);
    page.oriel.registerTool({ name: "zoom" }, (args) => ({ data: args }));
    await intact(page);
  }
});

test("a handshake that is refused in any way: the view hears of it", async () => {
  const r = random(seed + 5);
  for (let i = 0; i < 16; i++) {
    const page = await open();
    const error = spoiled(r, true) || 1;
    page.post({ jsonrpc: "2.0", id: page.with("ui/initialize")[0]?.id, error: r.chance(0.5) ? error : { code: error, message: error } });
    const what = `page ${i}; ORIEL_SEED=${seed} repeats it`;
    await assert.rejects(page.oriel.connected, { name: "ViewError" }, what);
    await assert.rejects(page.oriel.callTool("any"), { name: "ViewError" }, what);
    assert.deepEqual([rejections.splice(0), page.errors], [[], []], what);
  }
});

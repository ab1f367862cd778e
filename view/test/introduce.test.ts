import assert from "node:assert/strict";
import { test } from "node:test";
import { open, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";

type Introduce = typeof import("../src/protocol/introduce.ts");
type SwitchTransport = typeof import("../src/protocol/switchtransport.ts");

/** Runs in the task that imports the runtime, after all its modules. */
async function openWith(first: (page: Page["oriel"] & Introduce & SwitchTransport) => void, options: Parameters<typeof open>[0] = {}): Promise<Page> {
  let asked = false;
  const page = await open({
    ...options,
    globals: {
      ...options.globals,
      // What a view's own code does follows the runtime's in the same task.
      queueMicrotask: (run: () => void) => {
        asked = true;
        pending.push(run);
      },
    },
  });
  assert.ok(asked);
  const introduction = await page.module<Introduce>("protocol/introduce");
  const rerouting = await page.module<SwitchTransport>("protocol/switchtransport");
  first({ ...page.oriel, ...introduction, ...rerouting });
  Object.defineProperty(globalThis, "queueMicrotask", { value: microtask, configurable: true, writable: true });
  for (const run of pending.splice(0)) run();
  await settle();
  return page;
}
const pending: (() => void)[] = [];
const microtask = globalThis.queueMicrotask;

/** What console.warn is given while this runs. */
async function warnings(run: () => Promise<void> | void): Promise<string[]> {
  const said: string[] = [];
  const { warn } = console;
  console.warn = (...words: unknown[]) => void said.push(words.join(" "));
  try {
    await run();
  } finally {
    console.warn = warn;
  }
  return said;
}

/** A transport that a test plays. */
function bridge() {
  const sent: Message[] = [];
  const hears: ((message: object) => void)[] = [];
  return {
    sent,
    hears,
    send: (message: object) => void sent.push(message),
    listen: (handler: (message: object) => void) => void hears.push(handler),
    async answer(name: string, hostContext: object = {}) {
      const id = sent.findLast(({ method }) => method === "ui/initialize")?.id;
      for (const hear of hears) hear({ jsonrpc: "2.0", id, result: { hostInfo: { name }, hostCapabilities: {}, hostContext } });
      await settle();
    },
  };
}

test("what the first task says is in the handshake", async () => {
  const page = await openWith((oriel) =>
    oriel.introduce({ name: "almanac", version: "1.2.3", title: "The almanac" }, { experimental: { x: 1 } }),
  );
  assert.equal(page.with("ui/initialize").length, 1);
  assert.deepEqual(page.sent[0]?.params, {
    protocolVersion: "2026-01-26",
    appInfo: { name: "almanac", version: "1.2.3", title: "The almanac" },
    appCapabilities: {
      availableDisplayModes: ["inline", "fullscreen", "pip"],
      tools: { listChanged: true },
      experimental: { x: 1 },
    },
  });
  await page.answer();
  assert.equal(page.oriel.platform(), "mcp-apps");
});

test("what is left out or is no text, the page says", async () => {
  const page = await openWith((oriel) => oriel.introduce({ name: "", version: { toString: 1 } } as never), {
    title: "Weather",
    meta: { version: "4" },
  });
  assert.deepEqual(page.sent[0]?.params.appInfo, { name: "Weather", version: "4" });
  for (const junk of [null, 5, "almanac", []])
    await openWith((oriel) => oriel.introduce(junk as never, junk as never));
});

test("the last word of the first task counts", async () => {
  const page = await openWith((oriel) => {
    oriel.introduce({ name: "a", version: "1" });
    oriel.introduce({ name: "b" }, { x: true });
  });
  assert.deepEqual(page.sent[0]?.params.appInfo, { name: "b", version: "0" });
});

test("what is no JSON is refused before anything is sent, and the handshake goes out all the same", async () => {
  const page = await openWith((oriel) => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    for (const bad of [loop, { big: 1n }])
      assert.throws(() => oriel.introduce({ name: "x", version: "1" }, bad), { name: "ViewError", code: -32602 });
  });
  assert.equal(page.sent[0]?.params.appInfo.name, "view");
  const functions = await openWith((oriel) => oriel.introduce({ name: "f" }, { tools: () => {} }));
  assert.equal(functions.sent[0]?.params.appInfo.name, "f");
});

test("later it is a warning, and no second handshake", async () => {
  const page = await open();
  const { introduce } = await page.module<Introduce>("protocol/introduce");
  const said = await warnings(() => {
    introduce();
    introduce({ name: "late" });
  });
  await settle();
  assert.match(said.join("\n"), /^Oriel: ui\/initialize has been sent without this appInfo\. .*mount\(\)\.$/);
  assert.equal(page.with("ui/initialize").length, 1);
});

test("in a part of the page that is loaded later it is a warning, and everything else goes on", async () => {
  for (const answered of [true, false]) {
    const page = await open({ chunked: true });
    if (answered) await page.answer();
    const { introduce } = await page.module<Introduce>("protocol/introduce");
    const { switchTransport } = await page.module<SwitchTransport>("protocol/switchtransport");
    assert.equal((await warnings(() => introduce({ name: "late" }))).length, 1);
    if (!answered) await page.answer();
    assert.equal(page.oriel.hostInfo()?.name, "host");
    void page.oriel.callTool("stats").catch(() => {});
    await settle();
    assert.deepEqual(page.sent.map(({ method }) => method).filter((method) => !/size/.test(method)), [
      "ui/initialize", "ui/notifications/initialized", "tools/call",
    ]);

    const by = bridge();
    switchTransport(by);
    await settle();
    assert.equal(by.sent[0]?.params.appInfo.name, "late");
    await by.answer("bridge");
    assert.equal(page.oriel.hostInfo()?.name, "bridge");
    page.post({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
    await settle();
    assert.equal(page.oriel.context().theme, undefined);
  }
  const alone = await open({ alone: true, chunked: true });
  const { introduce } = await alone.module<Introduce>("protocol/introduce");
  assert.deepEqual(await warnings(() => introduce({ name: "late" })), []);
  assert.equal(alone.oriel.platform(), "standalone");
  await assert.rejects(alone.oriel.callTool("x"), { code: -32601 });
});

test("saying the same again is no warning", async () => {
  const page = await openWith((oriel) => oriel.introduce({ name: "a", version: "1" }, { x: 1 }));
  const { introduce } = await page.module<Introduce>("protocol/introduce");
  assert.deepEqual(await warnings(() => introduce({ name: "a", version: "1" }, { x: 1 })), []);
});

test("out of a frame the page is standalone, and nothing is said", async () => {
  const page = await open({ alone: true });
  assert.equal(await page.oriel.connected, "standalone");
  const { introduce } = await page.module<Introduce>("protocol/introduce");
  assert.deepEqual(await warnings(() => introduce({ name: "a" })), []);
  assert.deepEqual(page.sent, []);
  await assert.rejects(page.oriel.callTool("x"), { code: -32601 });
});

test("a page that is forced to be standalone in its first task asks nobody", async () => {
  const page = await openWith((oriel) => oriel.forcePlatform("standalone"));
  assert.deepEqual(page.sent, []);
  assert.equal(await page.oriel.connected, "standalone");
});

test("a carrier that was there before carries the handshake", async () => {
  const carrier = bridge();
  const page = await openWith((oriel) => oriel.introduce({ name: "a" }), { globals: { orielTransport: carrier } });
  assert.equal(carrier.sent[0]?.params.appInfo.name, "a");
  assert.deepEqual(page.sent, []);
  await carrier.answer("carried");
  assert.equal(page.oriel.hostInfo()?.name, "carried");
});

test("a bridge that comes late gets a handshake of its own, and the host that has not answered is not heard", async () => {
  for (const alone of [false, true]) {
    const by = bridge();
    const page = await open({ alone });
    const { switchTransport } = await page.module<SwitchTransport>("protocol/switchtransport");
    switchTransport(by);
    await settle();
    assert.deepEqual(by.sent.map(({ method }) => method), ["ui/initialize"], String(alone));
    page.post({ jsonrpc: "2.0", id: by.sent[0]!.id, result: { hostInfo: { name: "host" } } });
    await settle();
    assert.equal(page.oriel.hostInfo()?.name, undefined);
    await by.answer("bridge", { theme: "dark" });
    assert.equal(page.oriel.hostInfo()?.name, "bridge");
    assert.equal(page.oriel.platform(), "mcp-apps");
    assert.equal(page.oriel.context().theme, "dark");
    assert.equal(by.sent[1]?.method, "ui/notifications/initialized");
  }
});

test("another bridge begins anew, and none is silence", async () => {
  const first = bridge();
  const second = bridge();
  const page = await open();
  await page.answer();
  const { switchTransport } = await page.module<SwitchTransport>("protocol/switchtransport");
  switchTransport(first);
  await settle();
  await first.answer("first");
  first.hears[0]!({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [{ type: "text", text: "1" }] } });
  assert.equal(page.oriel.toolResult()?.text, "1");

  switchTransport(second);
  assert.equal(page.oriel.toolResult(), undefined);
  await settle();
  await second.answer("second");
  first.hears[0]!({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [{ type: "text", text: "old" }] } });
  assert.equal(page.oriel.toolResult(), undefined);
  assert.equal(page.oriel.hostInfo()?.name, "second");

  switchTransport(undefined);
  await settle();
  assert.equal(page.oriel.platform(), "standalone");
  const count = second.sent.length;
  await page.oriel.log("info", "nobody hears");
  assert.equal(second.sent.length, count);

  // Once more the same, as React's StrictMode does it: one listener, one handshake.
  switchTransport(second);
  switchTransport(undefined);
  switchTransport(second);
  await settle();
  assert.equal(second.hears.length, 1);
  assert.equal(second.sent.filter(({ method }) => method === "ui/initialize").length, 2);
  await second.answer("again");
  assert.equal(page.oriel.hostInfo()?.name, "again");
});

test("a bridge of the first task is the only one that is asked, unless it goes again", async () => {
  for (const stays of [true, false]) {
    const by = bridge();
    const page = await openWith(({ switchTransport }) => {
      switchTransport(by);
      if (!stays) switchTransport(undefined);
    });
    assert.equal(by.sent.length, stays ? 1 : 0);
    assert.equal(page.sent.length, stays ? 0 : 1);
    await (stays ? by.answer("bridge") : page.answer());
    assert.equal(page.oriel.hostInfo()?.name, stays ? "bridge" : "host");
  }
});

test("a bridge that refuses leaves the view without a host, and says so", async () => {
  const by = bridge();
  const page = await open();
  await page.answer();
  const { switchTransport } = await page.module<SwitchTransport>("protocol/switchtransport");
  const said = await warnings(async () => {
    switchTransport(by);
    await settle();
    by.hears[0]!({ jsonrpc: "2.0", id: by.sent[0]!.id, error: { code: -32602, message: "no" } });
    await settle();
  });
  assert.match(said.join(), /no/);
  assert.equal(page.oriel.platform(), "standalone");
});

test("a bridge that throws is reported, and the view goes on", async () => {
  const page = await open();
  const { switchTransport } = await page.module<SwitchTransport>("protocol/switchtransport");
  switchTransport({
    send() {},
    listen() {
      throw new Error("broken bridge");
    },
  });
  await settle();
  assert.match(String(page.errors[0]), /broken bridge/);
});

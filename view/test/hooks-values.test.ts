// What hooks give in the first render, whatever the host has said: on the server's
// renderer, which is all of React that runs without a DOM.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { derived } from "../src/react/read.ts";
import { connect, open } from "./harness.ts";
import type { Options, Page } from "./harness.ts";

type Hooks = typeof import("../src/react/index.ts");

/** What a component reads in one render. */
const rendered = async <T>(page: Page, read: (hooks: Hooks) => T): Promise<T> => {
  const hooks = await page.module<Hooks>("react/index");
  let value: T;
  renderToString(
    createElement(() => {
      value = read(hooks);
      return null;
    }),
  );
  return value!;
};

const within = async (hostContext: object, options?: Options) => {
  const page = await connect(hostContext, options);
  return <T>(read: (hooks: Hooks) => T) => rendered(page, read);
};

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test("without a host, hooks give what is known without one", async () => {
  const page = await open({ alone: true, dark: true });
  const read = <T>(get: (hooks: Hooks) => T) => rendered(page, get);
  assert.equal(await read((hooks) => hooks.useTheme()), "dark");
  assert.deepEqual(await read((hooks) => hooks.useSafeArea()), { top: 0, right: 0, bottom: 0, left: 0 });
  assert.deepEqual(plain(await read((hooks) => hooks.useContainer())), {});
  assert.deepEqual(plain(await read((hooks) => hooks.useToolResult())), {
    text: "",
    isError: false,
    content: [],
    pending: true,
    cancelled: false,
  });
  assert.equal((await read((hooks) => hooks.useUser())).timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.deepEqual(await read(({ useAppContext }) => [useAppContext().platform, useAppContext().connected]), ["standalone", true]);
  const mode = await read((hooks) => hooks.useDisplayMode());
  assert.deepEqual([mode.mode, mode.availableModes, mode.supportsFullscreen], ["inline", ["inline"], false]);
  assert.equal(await read((hooks) => hooks.useInitialData()), undefined);
});

test("before a host answers, nothing is supported; after it, what it has", async () => {
  const page = await open();
  const supported = (hooks: Hooks) => ({
    openInApp: hooks.useOpenInAppUrl().isSupported,
    call: hooks.useCallTool("x").isSupported,
    any: hooks.useCallTool().isSupported,
    live: hooks.useLive("x").isSupported,
    upload: hooks.useFiles().isSupported,
    select: hooks.useFiles().canSelect,
    download: hooks.useFiles().canDownload,
    mode: hooks.useDisplayMode().isSupported,
    size: hooks.useSize().isSupported,
    partial: hooks.useToolInputPartial().isSupported,
    cancellation: hooks.useToolCancellation().isSupported,
    teardown: hooks.useTeardown(() => {}).isSupported,
    tool: hooks.useAppTool({ name: "x" }, () => "").isSupported,
  });
  const before = await rendered(page, supported);
  assert.deepEqual([...new Set(Object.values(before))], [false]);
  await page.answer({
    hostInfo: { name: "Claude", version: "2" },
    hostCapabilities: { message: {}, openLinks: {}, logging: {}, updateModelContext: {}, serverResources: {}, serverTools: {}, downloadFile: {}, sampling: {} },
    hostContext: { availableDisplayModes: ["inline", "fullscreen", "cinema"] },
  });
  const after = await rendered(page, supported);
  const lacking = Object.entries(after).filter(([, has]) => !has);
  assert.deepEqual(lacking.map(([name]) => name), ["openInApp", "tool"]);
  assert.deepEqual(await rendered(page, (hooks) => hooks.useDisplayMode().availableModes), ["inline", "fullscreen"]);
  assert.deepEqual(await rendered(page, (hooks) => hooks.useHost()), { profile: "claude", name: "Claude", version: "2" });
  assert.equal(await rendered(page, (hooks) => hooks.usePlatform()), "mcp-apps");
});

test("each hook of one call gives the call itself, and whether the host has it", async () => {
  const page = await open();
  const hooks = await page.module<Record<string, () => Record<string, unknown>>>("react/calls");
  const calls = Object.values(page.oriel) as unknown[];
  const supported: string[] = [];
  const look = async () => {
    supported.length = 0;
    for (const [name, use] of Object.entries(hooks)) {
      const { isSupported, ...rest } = await rendered(page, use);
      const [call, ...more] = Object.values(rest) as { isSupported(): boolean }[];
      assert.ok(calls.includes(call) && more.length === 0, `${name} gives another function`);
      assert.equal(isSupported, call!.isSupported(), name);
      if (isSupported) supported.push(name);
    }
  };
  await look();
  assert.deepEqual(supported, []);
  await page.answer({ hostInfo: { name: "h", version: "1" }, hostCapabilities: { message: {} }, hostContext: {} });
  await look();
  assert.deepEqual(supported, ["useSendMessage"]);
});

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

for (const [what, nonsense] of Object.entries({
  null: null,
  text: "a",
  number: 7,
  "big integer": 7n,
  list: [1, 2],
  cycle,
  "a function's name": { toString: 1, valueOf: 2 },
}))
  test(`a context that is ${what} throughout kills no hook`, async () => {
    const read = await within({
      theme: nonsense,
      displayMode: nonsense,
      availableDisplayModes: nonsense,
      safeAreaInsets: { top: nonsense, right: nonsense, bottom: Infinity, left: 4 },
      containerDimensions: nonsense,
      userLocation: nonsense,
      locale: nonsense,
      timeZone: nonsense,
      userAgent: nonsense,
      styles: what === "text" ? { variables: nonsense, css: nonsense } : nonsense,
    });
    assert.equal(await read((hooks) => hooks.useTheme()), "light");
    const { top, right, bottom, left } = await read((hooks) => hooks.useSafeArea());
    const length = what === "number" ? 7 : 0;
    assert.deepEqual([top, right, bottom, left], [length, length, 0, 4]);
    assert.deepEqual(plain(await read((hooks) => hooks.useContainer())), {});
    const user = await read((hooks) => hooks.useUser());
    for (const word of [user.locale, user.timeZone, user.userAgent]) assert.match(typeof word, /string|undefined/);
    assert.equal(await read((hooks) => hooks.useHostFonts()), undefined);
    assert.equal(typeof (await read((hooks) => hooks.useHostStyleVariables())), "object");
    assert.deepEqual(await read((hooks) => hooks.useDisplayMode().availableModes.includes("pip")), false);
  });

test("partial input is parsed once, and gone when the whole is there", async () => {
  const page = await connect();
  const read = () => rendered(page, (hooks) => [hooks.useToolInputPartial<{ city: string }>().partialInput, hooks.useToolInput()]);
  page.post({ jsonrpc: "2.0", method: "ui/notifications/tool-input-partial", params: { arguments: '{"city":"Lis' } });
  const [first] = await read();
  assert.deepEqual(first, { city: "Lis" });
  assert.equal((await read())[0], first);
  page.post({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { city: "Lisbon" } } });
  assert.deepEqual(await read(), [undefined, { city: "Lisbon" }]);
});

test("a derived read is made once per source, and stays while it says the same", () => {
  let source: unknown = { a: 1, b: 1 };
  let made = 0;
  const get = derived(
    () => source as { a: unknown },
    ({ a }) => {
      made++;
      return { a };
    },
  );
  const first = get();
  assert.equal(get(), first);
  assert.equal(made, 1);
  source = { a: 1, b: 2 };
  assert.equal(get(), first);
  assert.equal(made, 2);
  source = { a: 2 };
  assert.deepEqual(get(), { a: 2 });
  // What is no JSON is never the same as another, and rests all the same.
  for (const a of [1n, cycle]) {
    source = { a };
    const odd = get();
    assert.equal(odd.a, a);
    assert.equal(get(), odd);
  }
});

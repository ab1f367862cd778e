import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, settle } from "./harness.ts";

const full = {
  content: [
    { type: "text", text: "Sunny," },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "text", text: "31 °C" },
  ],
  structuredContent: { high: 31 },
  _meta: { "oriel/viewData": { hours: [1, 2] }, "vendor/x": 1 },
};

test("a result has data, text, view data and what it came with", async () => {
  const page = await connect();
  assert.equal(page.oriel.toolResult(), undefined);
  page.post(notification("ui/notifications/tool-result", full));
  assert.deepEqual(page.oriel.toolResult(), {
    data: { high: 31 },
    text: "Sunny,\n31 °C",
    viewData: { hours: [1, 2] },
    isError: false,
    content: full.content,
    meta: full._meta,
  });
  assert.equal(page.oriel.toolResult(), page.oriel.toolResult(), "the same object until the next result");
});

test("results in every form a host sends", async (t) => {
  const empty = { data: undefined, text: "", viewData: undefined, isError: false, content: [], meta: undefined };
  const cases: Record<string, [message: unknown, want: object]> = {
    "no content": [notification("ui/notifications/tool-result", { structuredContent: { a: 1 } }), { ...empty, data: { a: 1 } }],
    "no params": [notification("ui/notifications/tool-result"), empty],
    "nulls": [notification("ui/notifications/tool-result", { content: null, structuredContent: null, _meta: null }), empty],
    "an error": [
      notification("ui/notifications/tool-result", { content: [{ type: "text", text: "No such city" }], isError: true }),
      { ...empty, text: "No such city", isError: true, content: [{ type: "text", text: "No such city" }] },
    ],
    "content is one block": [
      notification("ui/notifications/tool-result", { content: { type: "text", text: "x" } }),
      { ...empty, text: "x", content: [{ type: "text", text: "x" }] },
    ],
    "the old message": [{ type: "mcp-tool-result", result: { structuredContent: { old: 1 } } }, { ...empty, data: { old: 1 } }],
  };
  for (const [name, [message, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await connect();
      page.post(message);
      assert.deepEqual(page.oriel.toolResult(), want);
    });
  }
});

test("every spelling of a notification arrives", async (t) => {
  const spellings: [method: string, params: object, seen: (page: Awaited<ReturnType<typeof connect>>) => unknown, want: unknown][] = [
    ["ui/notifications/tool-input", { arguments: { a: 1 } }, (page) => page.oriel.toolInput(), { a: 1 }],
    ["ui/tool-input", { arguments: { a: 2 } }, (page) => page.oriel.toolInput(), { a: 2 }],
    ["ui/notifications/tool-input", {}, (page) => page.oriel.toolInput(), {}],
    ["ui/tool-result", { structuredContent: 3 }, (page) => page.oriel.toolResult()?.data, 3],
    ["ui/notifications/host-context-changed", { locale: "pt" }, (page) => page.oriel.context().locale, "pt"],
    ["ui/notifications/host-context-change", { locale: "de" }, (page) => page.oriel.context().locale, "de"],
    ["ui/host-context-change", { locale: "fr" }, (page) => page.oriel.context().locale, "fr"],
    ["ui/host-context-changed", { locale: "nl" }, (page) => page.oriel.context().locale, "nl"],
  ];
  for (const [method, params, seen, want] of spellings) {
    await t.test(`${method} ${JSON.stringify(params)}`, async () => {
      const page = await connect();
      page.post(notification(method, params));
      assert.deepEqual(seen(page), want);
    });
  }
  for (const method of ["ui/notifications/tool-cancelled", "ui/tool-cancelled"]) {
    await t.test(method, async () => {
      const page = await connect();
      const reasons: unknown[] = [];
      page.post(notification(method, { reason: "user" }));
      page.oriel.onToolCancelled((reason) => void reasons.push(reason));
      page.post(notification(method));
      assert.deepEqual(reasons, ["user", undefined]);
    });
  }
});

test("the old viewport gives maxima, not a fixed size", async () => {
  const page = await connect({ viewport: { width: 600, height: 300, maxWidth: 800, maxHeight: 500 } });
  assert.deepEqual(page.oriel.context().containerDimensions, { maxWidth: 800, maxHeight: 500 });
  page.post(notification("ui/notifications/host-context-changed", { viewport: { maxHeight: 1 }, containerDimensions: { height: 2 } }));
  assert.deepEqual(page.oriel.context().containerDimensions, { height: 2 });
});

test("late handlers get the last value, early ones each", async () => {
  const page = await open();
  const early: unknown[] = [];
  page.oriel.onToolInput((input) => void early.push(["input", input]));
  page.oriel.onToolInputPartial((input) => void early.push(["partial", input]));
  page.oriel.onToolResult((result) => void early.push(["result", result.data]));
  page.oriel.onContext((context) => void early.push(["context", context.locale]));
  await page.answer({ hostContext: { locale: "en" } });
  page.post(notification("ui/notifications/tool-input-partial", { arguments: { city: "Li" } }));
  const partial: unknown[] = [];
  page.oriel.onToolInputPartial((input) => void partial.push(input));
  page.post(notification("ui/notifications/tool-input", { arguments: { city: "Lisbon" } }));
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
  page.post(notification("ui/notifications/tool-result", { structuredContent: 2 }));
  assert.deepEqual(partial, [{ city: "Li" }]);
  assert.deepEqual(early, [
    ["context", "en"],
    ["partial", { city: "Li" }],
    ["input", { city: "Lisbon" }],
    ["result", 1],
    ["result", 2],
  ]);
  const late: unknown[] = [];
  page.oriel.onToolInput((input) => void late.push(input));
  page.oriel.onToolInputPartial((input) => void late.push(input));
  page.oriel.onToolResult((result) => void late.push(result.data));
  page.oriel.onContext((context) => void late.push(context.locale));
  assert.deepEqual(late, [{ city: "Lisbon" }, 2, "en"], "and no partial input once there is the whole");
});

test("a host that does not wait for initialized is heard", async () => {
  const page = await open();
  page.post(notification("ui/notifications/tool-input", { arguments: { a: 1 } }));
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
  assert.deepEqual([page.oriel.toolInput(), page.oriel.toolResult()?.data], [{ a: 1 }, 1]);
});

test("a handler that throws stops no other and is reported", async () => {
  const page = await connect();
  const seen: unknown[] = [];
  page.oriel.onToolResult(() => {
    throw new Error("mine");
  });
  page.oriel.onToolResult((result) => void seen.push(result.data));
  page.oriel.subscribe(() => void seen.push("any"));
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
  assert.deepEqual(seen, [1, "any"]);
  assert.deepEqual(page.errors.map(String), ["Error: mine"]);
});

test("what is unsubscribed is not called, not even during the same change", async () => {
  const page = await connect();
  const seen: unknown[] = [];
  const stop = page.oriel.onToolResult((result) => {
    seen.push(result.data);
    stop();
  });
  page.post(notification("ui/notifications/tool-result", { structuredContent: 1 }));
  page.post(notification("ui/notifications/tool-result", { structuredContent: 2 }));
  assert.deepEqual(seen, [1]);
});

test("subscribe hears of every change", async () => {
  const page = await open();
  let count = 0;
  const heard = async (change: () => unknown) => {
    count = 0;
    await change();
    return count > 0;
  };
  page.oriel.subscribe(() => void count++);
  assert.equal(count, 0, "and not of the past");
  assert.ok(await heard(() => page.answer()));
  assert.ok(await heard(() => page.post(notification("ui/notifications/tool-input", {}))));
  assert.ok(await heard(() => page.post(notification("ui/notifications/tool-result", {}))));
  assert.ok(await heard(() => page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }))));
  assert.ok(await heard(() => page.oriel.setState(1)));
});

test("state lives as long as the view where no host keeps it", async () => {
  const page = await connect();
  assert.equal(page.oriel.getState(), undefined);
  page.oriel.setState({ day: 3 });
  assert.deepEqual(page.oriel.getState(), { day: 3 });
  page.oriel.setState(null);
  assert.equal(page.oriel.getState(), undefined);
  await settle();
  assert.deepEqual(
    page.sent.map((message) => message.method),
    ["ui/initialize", "ui/notifications/initialized"],
  );
});

test("initial data is there at once", async (t) => {
  const cases: Record<string, [text: string | undefined, want: unknown]> = {
    object: ['{"a":"\\u003c/script>\\u2028"}', { a: "</script>\u2028" }],
    "no element": [undefined, undefined],
    "empty element": ["", undefined],
    "no JSON": ["{", undefined],
    null: ["null", undefined],
    false: ["false", false],
  };
  for (const [name, [initialData, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await open(initialData === undefined ? {} : { initialData });
      assert.deepEqual(page.oriel.initialData(), want);
      assert.equal(page.oriel.initialData(), page.oriel.initialData());
    });
  }
});

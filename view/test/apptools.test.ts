// Tools that the view offers, as a host finds and calls them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, open, settle } from "./harness.ts";
import type { Page } from "./harness.ts";

let count = 0;

/** Asks the view as a host does; an error is returned as its code. */
const ask = async (page: Page, method: string, params?: unknown): Promise<any> => {
  const id = `host-${++count}`;
  page.post({ jsonrpc: "2.0", id, method, params });
  await settle();
  const answer = page.sent.find((message) => message.id === id);
  assert.ok(answer, `${method} was not answered`);
  // As it is on a wire.
  return JSON.parse(JSON.stringify(answer.error ? { error: answer.error.code } : answer.result));
};
const names = async (page: Page) => (await ask(page, "tools/list")).tools.map(({ name }: { name: string }) => name);
const changes = (page: Page) => page.with("notifications/tools/list_changed").length;

test("the view declares tools in the handshake", async () => {
  const page = await open();
  assert.deepEqual(page.sent[0]?.params.appCapabilities.tools, { listChanged: true });
});

test("what is given is what the host sees; the schema has a default", async () => {
  const page = await connect();
  const inputSchema = { type: "object", properties: { day: { type: "string" } }, required: ["day"] };
  const whole = {
    name: "select_day",
    title: "Select a day",
    description: "Shows another day",
    inputSchema,
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  };
  page.oriel.registerTool(whole, () => {});
  page.oriel.registerTool({ name: "reset" }, () => {});
  assert.deepEqual(await ask(page, "tools/list"), { tools: [whole, { name: "reset", inputSchema: { type: "object" } }] });
});

test("a call gets its arguments, and its answer becomes a result", async (t) => {
  const text = (text: string) => [{ type: "text", text }];
  const image = { type: "image", data: "AA", mimeType: "image/png" };
  const cases: Record<string, [answer: unknown, want: object]> = {
    "a text": ["Done", { content: text("Done") }],
    "no answer": [undefined, { content: [] }],
    "a number": [7, { content: text("7") }],
    "a list": [[1, 2], { content: text("[1,2]") }],
    "plain data": [{ day: 2 }, { content: text('{"day":2}'), structuredContent: { day: 2 } }],
    "data in a result": [{ data: { day: 2 } }, { content: text('{"day":2}'), structuredContent: { day: 2 } }],
    "data under its other name": [{ structuredContent: { day: 2 }, content: "Two" }, { content: text("Two"), structuredContent: { day: 2 } }],
    blocks: [{ content: [image, { type: "text", text: "a" }] }, { content: [image, ...text("a")] }],
    "a failure": [{ content: "No such day", isError: true }, { content: text("No such day"), isError: true }],
    "hidden data": [{ content: "a", _meta: { x: 1 } }, { content: text("a"), _meta: { x: 1 } }],
    "a promise": [Promise.resolve("later"), { content: text("later") }],
  };
  for (const [name, [answer, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await connect();
      const seen: unknown[] = [];
      page.oriel.registerTool({ name: "a" }, (args) => (seen.push(args), answer));
      assert.deepEqual(await ask(page, "tools/call", { name: "a", arguments: { day: 2 } }), want);
      assert.deepEqual(seen, [{ day: 2 }]);
    });
  }
});

test("a call without arguments gets an empty object", async () => {
  const page = await connect();
  const seen: unknown[] = [];
  page.oriel.registerTool({ name: "a" }, (args) => void seen.push(args));
  await ask(page, "tools/call", { name: "a" });
  await ask(page, "tools/call", { name: "a", arguments: "hostile" });
  assert.deepEqual(seen, [{}, {}]);
});

test("what a handler throws is a result that the model can read", async () => {
  const page = await connect();
  page.oriel.registerTool({ name: "throws" }, () => {
    throw new TypeError("No such day");
  });
  page.oriel.registerTool({ name: "rejects" }, () => Promise.reject("no"));
  page.oriel.registerTool({ name: "refused" }, () => page.oriel.setOpenInAppUrl("https://example.com/"));
  assert.deepEqual(await ask(page, "tools/call", { name: "throws" }), { content: [{ type: "text", text: "No such day" }], isError: true });
  assert.deepEqual(await ask(page, "tools/call", { name: "rejects" }), { content: [{ type: "text", text: "no" }], isError: true });
  assert.equal((await ask(page, "tools/call", { name: "refused" })).isError, true);
});

test("an answer that cannot be posted is an error, not silence", async () => {
  const page = await connect();
  page.oriel.registerTool({ name: "a" }, () => ({ content: "x", _meta: { f: () => 1 } }));
  assert.deepEqual(await ask(page, "tools/call", { name: "a" }), { error: -32603 });
});

test("names", async (t) => {
  const page = await connect();
  const longest = "a".repeat(128);
  for (const name of ["a", "A-1_b.c", longest, "__proto__", "constructor"]) page.oriel.registerTool({ name }, () => name);
  assert.deepEqual(await names(page), ["a", "A-1_b.c", longest, "__proto__", "constructor"]);
  for (const name of ["", "a b", "ä", "a/b", "a\n", `${longest}a`, "a"]) {
    await t.test(JSON.stringify(name.slice(0, 10)), () =>
      assert.throws(() => page.oriel.registerTool({ name }, () => {}), (error) => {
        assert.ok(error instanceof page.oriel.ViewError);
        assert.equal(error.code, -32602);
        return true;
      }),
    );
  }
});

test("tools that are not there cannot be called", async () => {
  const page = await connect();
  const off = page.oriel.registerTool({ name: "off" }, () => assert.fail("it is disabled"));
  const gone = page.oriel.registerTool({ name: "gone" }, () => assert.fail("it is removed"));
  off.disable();
  gone.remove();
  for (const name of ["off", "gone", "never", "toString", 7, null, undefined])
    assert.deepEqual(await ask(page, "tools/call", { name }), { error: -32602 }, String(name));
  assert.deepEqual(await names(page), []);
  off.enable();
  assert.deepEqual(await names(page), ["off"]);
});

test("a change is told once the host has answered, and not before", async () => {
  const page = await open();
  const tool = page.oriel.registerTool({ name: "a" }, () => "1");
  tool.disable();
  tool.enable();
  assert.equal(page.sent.length, 1, "nothing but ui/initialize");
  await page.answer();
  assert.equal(changes(page), 0, "the host asks by itself");
  tool.disable();
  tool.enable();
  tool.update({ title: "A" });
  tool.remove();
  page.oriel.registerTool({ name: "b" }, () => "2");
  assert.equal(changes(page), 5);
});

test("an update changes what is given, and keeps the rest and the name", async () => {
  const page = await connect();
  const tool = page.oriel.registerTool({ name: "a", description: "first" }, () => "1");
  tool.update({ title: "A", name: "b" } as { title: string });
  assert.deepEqual((await ask(page, "tools/list")).tools, [
    { name: "a", title: "A", description: "first", inputSchema: { type: "object" } },
  ]);
  assert.equal((await ask(page, "tools/call", { name: "a" })).content[0].text, "1");
  tool.update({}, () => "2");
  assert.equal((await ask(page, "tools/call", { name: "a" })).content[0].text, "2");
});

test("a name that is given back is free, and its old owner has no hold on it", async () => {
  const page = await connect();
  const old = page.oriel.registerTool({ name: "a" }, () => "old");
  old.remove();
  page.oriel.registerTool({ name: "a" }, () => "new");
  old.remove();
  old.disable();
  assert.equal((await ask(page, "tools/call", { name: "a" })).content[0].text, "new");
});

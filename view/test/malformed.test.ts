// What the fuzzer has found: messages that are fine JSON, or can at least be posted,
// and once made the runtime throw, lose other news, or leave a call hanging.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";

/** An object that has no text form: what makes text of it throws. */
const textless = { toString: 1, valueOf: 1 };
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

test("a context whose members have no text form: the others count, nothing is reported", async () => {
  const page = await connect({ theme: "dark" });
  page.post(
    notification("ui/notifications/host-context-changed", {
      theme: textless,
      displayMode: textless,
      platform: textless,
      locale: textless,
      timeZone: "Europe/Lisbon",
      styles: { variables: { "--a": textless, "--b": "red" }, css: { fonts: textless } },
    }),
  );
  await settle();
  assert.deepEqual(page.errors, []);
  assert.partialDeepStrictEqual(page.oriel.context(), { theme: "dark", timeZone: "Europe/Lisbon" });
  assert.deepEqual([page.root.style.properties["--a"], page.root.style.properties["--b"]], ["", "red"]);
  assert.deepEqual([page.root.lang, page.head.length], ["", 0]);
});

test("a theme in a list is no theme", async () => {
  const page = await connect({ theme: ["dark"] });
  assert.equal(page.oriel.context().theme, undefined);
});

test("a text block without text: the result comes all the same", async () => {
  const page = await connect();
  const content = [{ type: "text", text: textless }, { type: "text" }, { type: "text", text: "Sunny" }, { type: "text", text: 5 }];
  page.post(notification("ui/notifications/tool-result", { content, structuredContent: { high: 31 } }));
  assert.deepEqual([page.oriel.toolResult()?.text, page.oriel.toolResult()?.data], ["\n\nSunny\n5", { high: 31 }]);
});

test("an error of any form ends the call", async () => {
  const page = await connect();
  for (const [error, code, message] of [
    [{ code: "E", message: textless }, -32000, "Refused"],
    [textless, -32000, "Refused"],
    ["no", -32000, "no"],
    [{ code: 1.5, message: "no" }, -32000, "no"],
    [{ code: -32601, message: 7 }, -32601, "7"],
    [true, -32000, "Refused"],
  ] as const) {
    const call = page.oriel.callTool("any");
    await settle();
    page.post({ jsonrpc: "2.0", id: page.with("tools/call").at(-1)?.id, error });
    await assert.rejects(call, { name: "ViewError", code, message });
  }
});

test("a host whose name has no text form is connected to", async () => {
  for (const openai of [undefined, {}]) {
    const page = await open({ openai: openai! });
    await page.answer({ hostInfo: { name: textless, version: textless } });
    assert.equal(await page.oriel.connected, "mcp-apps");
    assert.deepEqual([page.oriel.host().name, page.oriel.host().version], ["", ""]);
  }
});

test("globals that JSON can't have, or of the wrong type: the others count", async () => {
  const page = await open({ openai: {} });
  await pass(1000);
  const set = (globals: unknown) => page.dispatch("openai:set_globals", { detail: { globals } });
  set({ toolInput: cyclic, widgetState: { big: 10n }, toolResponseMetadata: "status", userAgent: { device: { type: textless } }, theme: "dark" });
  assert.equal(page.oriel.context().theme, "dark");
  assert.equal(page.oriel.toolInput(), cyclic);
  set({ safeArea: { insets: cyclic }, theme: "light" });
  assert.equal(page.oriel.context().theme, "light");
  // What is held already must not stop what comes.
  set({ theme: "dark" });
  assert.equal(page.oriel.context().theme, "dark");
  assert.deepEqual(page.errors, []);
});

test("MCP-UI: what JSON can't have, or has no text form", async () => {
  const page = await open({ mcpui: true });
  await settle();
  const renderData = { toolInput: cyclic, toolOutput: { big: 10n }, maxHeight: textless, theme: "dark" };
  page.post({ type: "ui-lifecycle-iframe-render-data", payload: { renderData } });
  await settle();
  assert.equal(page.oriel.context().theme, "dark");
  assert.deepEqual(page.oriel.toolResult()?.data, { big: 10n });
  const answer = async (payload: object) => {
    const call = page.oriel.callTool("any");
    await settle();
    page.post({ type: "ui-message-response", messageId: page.sent.findLast(({ type }) => type === "tool")?.messageId, payload });
    return call;
  };
  assert.deepEqual((await answer({ response: cyclic })).data, cyclic);
  await assert.rejects(answer({ error: textless }), { name: "ViewError", code: -32000, message: "Refused" });
  await assert.rejects(answer({ error: { message: textless, code: 5 } }), { code: -32000 });
  assert.deepEqual(page.errors, []);
});

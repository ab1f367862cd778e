// What comes late, twice, or from elsewhere than expected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";

test("window.openai that comes without an event is found when the page has loaded", async () => {
  const page = await open();
  const calls: unknown[] = [];
  Object.assign(globalThis, { openai: { callTool: async (...args: unknown[]) => (calls.push(args), { content: [] }) } });
  page.dispatch("load");
  await pass(1000);
  assert.equal(page.oriel.platform(), "chatgpt");
  await page.oriel.callTool("any", { a: 1 });
  assert.deepEqual(calls, [["any", { a: 1 }]]);
});

test("an element whose id is openai is no host", async () => {
  const page = await open({ openai: { nodeType: 1, tagName: "BUTTON" } });
  await pass(1000);
  assert.equal(page.oriel.platform(), "standalone");
  await page.answer();
  assert.equal(page.oriel.platform(), "mcp-apps");
});

test("what the bridge has not, window.openai does", async () => {
  const calls: unknown[] = [];
  const page = await open({ openai: {
    sendFollowUpMessage: async (message: unknown) => void calls.push(message),
    callTool: async (name: string) => (calls.push(name), { content: [] }),
  } });
  await page.answer({ hostInfo: { name: "chatgpt" }, hostCapabilities: {} });
  assert.equal(page.oriel.sendMessage.isSupported(), true);
  await page.oriel.sendMessage("hello");
  assert.deepEqual(calls.splice(0), [{ prompt: "hello" }]);
  const answer = (n: number, code: number) =>
    page.post({ jsonrpc: "2.0", id: page.with("tools/call")[n]?.id, error: { code, message: "no" } });
  const called = page.oriel.callTool("any");
  await settle();
  answer(0, -32601);
  await called;
  assert.deepEqual(calls.splice(0), ["any"]);
  // What it refuses otherwise is refused.
  const refused = page.oriel.callTool("any");
  await settle();
  answer(1, -32000);
  await assert.rejects(refused, { code: -32000 });
  assert.deepEqual(calls, []);
});

test("a result that closes its view does so when the host answers after it", async () => {
  const page = await open();
  page.post(notification("ui/notifications/tool-result", { content: [], _meta: { "oriel/closeView": true } }));
  await settle();
  assert.deepEqual(page.with("ui/notifications/request-teardown"), []);
  await page.answer();
  assert.equal(page.with("ui/notifications/request-teardown").length, 1);
});

test("no partial input is heard of after the complete one, whichever way that came", async () => {
  const page = await open({ openai: {} });
  await page.answer();
  page.post(notification("ui/notifications/tool-input-partial", { arguments: { a: 1 } }));
  await settle();
  page.dispatch("openai:set_globals", { detail: { globals: { toolInput: { a: 12 } } } });
  assert.deepEqual(page.oriel.toolInput(), { a: 12 });
  const heard: unknown[] = [];
  page.oriel.onToolInputPartial((partial) => heard.push(partial));
  assert.deepEqual(heard, []);
});

test("one function may listen twice, and each end ends one", async () => {
  const page = await connect();
  let calls = 0;
  const count = () => void calls++;
  const first = page.oriel.onToolInput(count);
  page.oriel.onToolInput(count);
  first();
  page.post(notification("ui/notifications/tool-input", { arguments: {} }));
  await settle();
  assert.equal(calls, 1);
});

test("of two live views of one resource, the one that begins is not cut off by the one that stops", async () => {
  const page = await open();
  await page.answer({ hostInfo: { name: "h" }, hostCapabilities: { serverTools: {}, serverResources: { subscribe: true } } });
  const start = () => page.oriel.live("any", { uri: "note://one" }, () => {});
  const stop = start();
  await settle();
  page.post({ jsonrpc: "2.0", id: page.with("resources/subscribe")[0]?.id, result: {} });
  await settle();
  const stopOther = start();
  await settle();
  stop();
  await settle();
  assert.deepEqual(page.with("resources/unsubscribe"), []);
  stopOther();
  await settle();
  assert.equal(page.with("resources/unsubscribe").length, 1);
});

test("what the app keeps is read from the app, also where the host has files", async () => {
  const asked: unknown[] = [];
  const page = await open({
    openai: {
      getFileDownloadUrl: async () => assert.fail("the host does not know it"),
      callTool: async (name: string, args: object) => (
        asked.push([name, args]), { structuredContent: { fileId: "oriel-A", name: "a", mimeType: "text/plain", size: 1, data: "YQ==" } }
      ),
    },
  });
  await pass(1000);
  await page.oriel.fileUrl("oriel-A").catch((error: Error) => assert.equal(error.name, "ReferenceError"));
  assert.equal((asked as [string][])[0]?.[0], "oriel_files");
});

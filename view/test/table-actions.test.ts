// Protocol comparison, "Actions".
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./harness.ts";
import type { Page } from "./harness.ts";
import { chatGPT, mcpApps } from "./pair.ts";

interface Row {
  act: (page: Page) => Promise<unknown>;
  /** What an MCP Apps host is asked, what it answers, and what the view gets. */
  mcpApps: { method: string; params: object; result: object; got: unknown };
  /** The call of window.openai, and what the view gets. */
  chatGPT: { call: unknown[]; got: unknown };
}

const result = { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 }, _meta: { "oriel/viewData": [1] } };
const read = {
  data: { high: 31 },
  text: "Sunny",
  viewData: [1],
  isError: false,
  content: result.content,
  meta: { "oriel/viewData": [1] },
};

const rows: Record<string, Row> = {
  "Call Tool": {
    act: (page) => page.oriel.callTool("forecast", { city: "Lisbon" }),
    mcpApps: { method: "tools/call", params: { name: "forecast", arguments: { city: "Lisbon" } }, result, got: read },
    chatGPT: { call: ["callTool", "forecast", { city: "Lisbon" }], got: read },
  },
  "Send Message": {
    act: (page) => page.oriel.sendMessage("And Porto?"),
    mcpApps: {
      method: "ui/message",
      params: { role: "user", content: [{ type: "text", text: "And Porto?" }] },
      result: {},
      got: undefined,
    },
    chatGPT: { call: ["sendFollowUpMessage", { prompt: "And Porto?" }], got: undefined },
  },
  "Open Link": {
    act: (page) => page.oriel.openLink("https://example.com/"),
    mcpApps: { method: "ui/open-link", params: { url: "https://example.com/" }, result: {}, got: undefined },
    chatGPT: { call: ["openExternal", { href: "https://example.com/" }], got: undefined },
  },
  "Request Display Mode": {
    act: (page) => page.oriel.requestDisplayMode("fullscreen"),
    mcpApps: { method: "ui/request-display-mode", params: { mode: "fullscreen" }, result: { mode: "fullscreen" }, got: "fullscreen" },
    chatGPT: { call: ["requestDisplayMode", { mode: "fullscreen" }], got: "fullscreen" },
  },
};

for (const [action, row] of Object.entries(rows)) {
  test(`Actions: ${action}, MCP Apps`, async () => {
    const { page, answer, sent } = await mcpApps();
    const { params, got } = await answer(() => row.act(page), row.mcpApps.method, row.mcpApps.result);
    assert.deepEqual([params, got], [row.mcpApps.params, row.mcpApps.got]);
    assert.equal(sent().length, 1, "and nothing else is sent");
  });
  test(`Actions: ${action}, ChatGPT`, async () => {
    const { page, calls } = await chatGPT();
    const got = await row.act(page);
    assert.deepEqual([calls, got], [[row.chatGPT.call], row.chatGPT.got]);
  });
}

test("Actions: Read Resource, MCP Apps", async () => {
  const { page, answer } = await mcpApps();
  const contents = [{ uri: "notes://today", mimeType: "text/plain", text: "Sunny" }];
  const { params, got } = await answer(() => page.oriel.readResource("notes://today"), "resources/read", { contents });
  assert.deepEqual([params, got], [{ uri: "notes://today" }, contents]);
});

test("Actions: Read Resource, ChatGPT", async () => {
  const { page } = await chatGPT();
  await assert.rejects(page.oriel.readResource("notes://today"), { name: "ViewError", code: -32601 });
});

test("Actions: Send Log, MCP Apps", async () => {
  const page = await open();
  await page.answer({ hostInfo: { name: "host", version: "1" }, hostCapabilities: { logging: {} }, hostContext: {} });
  await page.oriel.log("notice", { day: 2 });
  assert.deepEqual(page.with("notifications/message")[0]?.params, { level: "notice", data: { day: 2 }, logger: undefined });
});

test("Actions: Send Log, ChatGPT", async (t) => {
  const { page } = await chatGPT();
  const info = t.mock.method(console, "info", () => {});
  await page.oriel.log("notice", { day: 2 });
  assert.deepEqual(info.mock.calls.map(({ arguments: given }) => given), [[{ day: 2 }]]);
});

// The table has it for ChatGPT alone; the draft of MCP Apps has a notification.
test("Actions: Close Widget, MCP Apps", async () => {
  const { page, sent } = await mcpApps();
  await page.oriel.requestClose();
  assert.deepEqual(sent(), [{ method: "ui/notifications/request-teardown", params: {} }]);
});

test("Actions: Close Widget, ChatGPT", async () => {
  const { page, calls } = await chatGPT();
  await page.oriel.requestClose();
  assert.deepEqual(calls, [["requestClose"]]);
});

// The table has it for ChatGPT alone; MCP Apps has ui/notifications/size-changed.
test("Actions: Report Height, MCP Apps", async () => {
  const { page, sent } = await mcpApps();
  page.frame();
  page.layout.root = () => 321;
  page.frame();
  assert.deepEqual(sent().at(-1), { method: "ui/notifications/size-changed", params: { height: 321 } });
});

test("Actions: Report Height, ChatGPT", async () => {
  const { page, calls } = await chatGPT();
  page.frame();
  page.layout.root = () => 321;
  page.frame();
  assert.deepEqual(calls.at(-1), ["notifyIntrinsicHeight", 321]);
});

test("Actions: Set State, MCP Apps", async () => {
  const { page, sent } = await mcpApps();
  page.oriel.setState({ day: 2 });
  assert.deepEqual([page.oriel.getState(), sent()], [{ day: 2 }, []], "it stays in the view");
});

test("Actions: Set State, ChatGPT", async () => {
  const { page, calls } = await chatGPT();
  page.oriel.setState({ day: 2 });
  assert.deepEqual([page.oriel.getState(), calls], [{ day: 2 }, [["setWidgetState", { day: 2 }]]]);
});

test("Actions: Request Modal, ChatGPT", async () => {
  const { page, calls } = await chatGPT();
  await page.oriel.requestModal({ title: "More", params: { id: 7 } });
  assert.deepEqual(calls, [["requestModal", { title: "More", params: { id: 7 } }]]);
});

test("Actions: Upload File, ChatGPT", async () => {
  const { page, calls } = await chatGPT();
  const file = new File(["a"], "a.txt");
  await page.oriel.uploadFile(file);
  assert.deepEqual(calls, [["uploadFile", file, { library: undefined }]]);
});

test("Actions: Get File URL, ChatGPT", async () => {
  const { page, openai } = await chatGPT();
  openai.getFileDownloadUrl = async ({ fileId }: { fileId: string }) => ({ downloadUrl: `https://files.example/${fileId}` });
  assert.equal(await page.oriel.fileUrl("F1"), "https://files.example/F1");
});

// Protocol comparison, "Feature Support Matrix". Tool Visibility, CSP
// Configuration, Redirect Domains and Frame Domains are a server's:
// adapter/table_tool_test.go and adapter/table_resource_test.go.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filesDom } from "./filesdom.ts";
import { notification } from "./harness.ts";
import { chatGPT, mcpApps } from "./pair.ts";
import type { ChatGPT, MCPApps } from "./pair.ts";

interface Row {
  /** Whether the feature works in an MCP Apps host; the table's word, or today's. */
  mcpApps: (host: MCPApps) => unknown;
  chatGPT: (host: ChatGPT) => unknown;
  want: [mcpApps: unknown, chatGPT: unknown];
}

const heard = (listen: (heard: (value: unknown) => void) => void, then: () => void): unknown => {
  const values: unknown[] = [];
  listen((value) => void values.push(value));
  then();
  return values[0];
};

const rows: Record<string, Row> = {
  "Tool Calling": {
    mcpApps: async ({ page, answer }) => (await answer(() => page.oriel.callTool("x"), "tools/call", { structuredContent: 1 })).got.data,
    chatGPT: async ({ page }) => (await page.oriel.callTool("x")).data,
    want: [1, { high: 31 }],
  },
  "Structured Data": {
    mcpApps: ({ page }) => (page.post(notification("ui/notifications/tool-result", { structuredContent: 1 })), page.oriel.toolResult()?.data),
    chatGPT: ({ page, set }) => (set({ toolOutput: 1 }), page.oriel.toolResult()?.data),
    want: [1, 1],
  },
  "UI Metadata": {
    mcpApps: ({ page }) => (page.post(notification("ui/notifications/tool-result", { _meta: { a: 1 } })), page.oriel.toolResult()?.meta),
    chatGPT: ({ page, set }) => (set({ toolOutput: {}, toolResponseMetadata: { a: 1 } }), page.oriel.toolResult()?.meta),
    want: [{ a: 1 }, { a: 1 }],
  },
  "Theme Support": {
    mcpApps: ({ page }) => (page.post(notification("ui/notifications/host-context-changed", { theme: "dark" })), page.root.style.colorScheme),
    chatGPT: ({ page, set }) => (set({ theme: "dark" }), page.root.style.colorScheme),
    want: ["dark", "dark"],
  },
  "Display Modes": {
    mcpApps: async ({ page, answer }) =>
      (await answer(() => page.oriel.requestDisplayMode("pip"), "ui/request-display-mode", { mode: "pip" })).got,
    chatGPT: ({ page }) => page.oriel.requestDisplayMode("fullscreen"),
    want: ["pip", "fullscreen"],
  },
  "Send Message": {
    mcpApps: async ({ page, answer }) => (await answer(() => page.oriel.sendMessage("x"), "ui/message", {})).got,
    chatGPT: ({ page }) => page.oriel.sendMessage("x"),
    want: [undefined, undefined],
  },
  "Open Link": {
    mcpApps: async ({ page, answer }) => (await answer(() => page.oriel.openLink("https://a.example"), "ui/open-link", {})).got,
    chatGPT: ({ page }) => page.oriel.openLink("https://a.example"),
    want: [undefined, undefined],
  },
  // The polyfill of the table: the view's own memory.
  "Persisted State": {
    mcpApps: ({ page, sent }) => (page.oriel.setState(1), [page.oriel.getState(), sent().length]),
    chatGPT: ({ page, calls }) => (page.oriel.setState(1), [page.oriel.getState(), calls.length]),
    want: [[1, 0], [1, 1]],
  },
  // The table has it for ChatGPT alone; MCP Apps has ui/notifications/size-changed.
  "Report Height": {
    mcpApps: ({ page, sent }) => (page.frame(), sent()[0]),
    chatGPT: ({ page, calls }) => (page.frame(), calls[0]),
    want: [{ method: "ui/notifications/size-changed", params: { height: 100 } }, ["notifyIntrinsicHeight", 100]],
  },
  "Tool Cancellation": {
    mcpApps: ({ page }) =>
      heard(page.oriel.onToolCancelled, () => page.post(notification("ui/notifications/tool-cancelled", { reason: "user" }))),
    chatGPT: ({ page, set }) => heard(page.oriel.onToolCancelled, () => set({ toolOutput: null })),
    want: ["user", undefined],
  },
  "Partial Updates": {
    mcpApps: ({ page }) =>
      heard(page.oriel.onToolInputPartial, () => page.post(notification("ui/notifications/tool-input-partial", { arguments: { a: 1 } }))),
    chatGPT: ({ page, set }) => heard(page.oriel.onToolInputPartial, () => set({ toolInput: { a: 1 } })),
    want: [{ a: 1 }, undefined],
  },
  "Teardown Event": {
    mcpApps: ({ page }) =>
      heard((end) => page.oriel.onTeardown(end), () =>
        page.post({ jsonrpc: "2.0", id: 9, method: "ui/resource-teardown", params: { reason: "closed" } }),
      ),
    // ChatGPT has it by its bridge, which answers ui/initialize.
    chatGPT: ({ page }) =>
      heard((end) => page.oriel.onTeardown(end), () =>
        page.post({ jsonrpc: "2.0", id: 9, method: "ui/resource-teardown", params: { reason: "closed" } }),
      ),
    want: ["closed", "closed"],
  },
  "Close Widget": {
    mcpApps: async ({ page, sent }) => (await page.oriel.requestClose(), sent().at(-1)?.method),
    chatGPT: async ({ page, calls }) => (await page.oriel.requestClose(), calls.at(-1)?.[0]),
    want: ["ui/notifications/request-teardown", "requestClose"],
  },
  "Read Resource": {
    mcpApps: async ({ page, answer }) => (await answer(() => page.oriel.readResource("a://b"), "resources/read", { contents: [] })).got,
    chatGPT: async ({ page }) => page.oriel.readResource("a://b").catch(({ code }) => code),
    want: [[], -32601],
  },
  // Chunks through the app's tool, and ChatGPT's own.
  "File Upload": {
    mcpApps: async ({ page, answer }) => {
      filesDom();
      const uploaded = answer(() => page.oriel.uploadFile(new Blob([])), "tools/call", { structuredContent: { fileId: "F" } });
      return (await uploaded).got;
    },
    chatGPT: async ({ page, calls }) => (await page.oriel.uploadFile(new Blob([])), calls.at(-1)?.[0]),
    want: [{ fileId: "F" }, "uploadFile"],
  },
  "File Download": {
    mcpApps: async ({ page, answer }) => {
      filesDom();
      const url = answer(() => page.oriel.fileUrl("F"), "tools/call", { structuredContent: { size: 1, mimeType: "a/b", data: "YQ==" } });
      return (await url).got;
    },
    chatGPT: async ({ page, openai }) => {
      openai.getFileDownloadUrl = async () => ({ downloadUrl: "https://a.example/f" });
      return page.oriel.fileUrl("F");
    },
    want: ["data:a/b;base64,YQ==", "https://a.example/f"],
  },
  // In MCP Apps hosts a dialog of the view, which takes a browser: test/viewtest.
  "Request Modal": {
    mcpApps: async ({ page }) => page.oriel.requestModal({}).catch(({ code }) => code),
    chatGPT: async ({ page, calls }) => (await page.oriel.requestModal({ params: { a: 1 } }), calls.at(-1)),
    want: [-32601, ["requestModal", { params: { a: 1 } }]],
  },
};

for (const [feature, row] of Object.entries(rows)) {
  test(`Features: ${feature}, MCP Apps`, async () => assert.deepEqual(await row.mcpApps(await mcpApps()), row.want[0]));
  test(`Features: ${feature}, ChatGPT`, async () => assert.deepEqual(await row.chatGPT(await chatGPT()), row.want[1]));
}

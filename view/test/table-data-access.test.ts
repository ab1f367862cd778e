// Protocol comparison, "Data Access".
import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, type Page } from "./harness.ts";
import { chatGPT, mcpApps } from "./pair.ts";

interface Row {
  /** What the view reads. */
  read: (page: Page) => unknown;
  want: unknown;
  /** What an MCP Apps host sends. */
  notify?: [method: string, params: object];
  /** What the view does itself where the host has nothing. */
  set?: (page: Page) => void;
  /** Where it stands in window.openai. */
  global: object;
}

const rows: Record<string, Row> = {
  "Tool Input Args": {
    read: (page) => page.oriel.toolInput(),
    want: { city: "Lisbon" },
    notify: ["ui/notifications/tool-input", { arguments: { city: "Lisbon" } }],
    global: { toolInput: { city: "Lisbon" } },
  },
  "Tool Output Data": {
    read: (page) => page.oriel.toolResult()?.data,
    want: { high: 31 },
    notify: ["ui/notifications/tool-result", { content: [], structuredContent: { high: 31 } }],
    global: { toolOutput: { high: 31 } },
  },
  "UI-Only Metadata": {
    read: (page) => page.oriel.toolResult()?.viewData,
    want: [1, 2],
    notify: ["ui/notifications/tool-result", { content: [], _meta: { "oriel/viewData": [1, 2] } }],
    // In the table it is the bare _meta; since May 2026 it is the whole result.
    global: { toolResponseMetadata: { status: "completed", mcp_tool_result: { content: [], _meta: { "oriel/viewData": [1, 2] } } } },
  },
  "UI-Only Metadata, as it was": {
    read: (page) => page.oriel.toolResult()?.viewData,
    want: [1, 2],
    notify: ["ui/notifications/tool-result", { _meta: { "oriel/viewData": [1, 2] } }],
    global: { toolOutput: {}, toolResponseMetadata: { "oriel/viewData": [1, 2] } },
  },
  "UI-Only Metadata, of others": {
    read: (page) => page.oriel.toolResult()?.meta,
    want: { "vendor/x": 1 },
    notify: ["ui/notifications/tool-result", { _meta: { "vendor/x": 1 } }],
    global: { toolOutput: {}, toolResponseMetadata: { "vendor/x": 1 } },
  },
  "Persisted State": {
    read: (page) => page.oriel.getState(),
    want: { day: 2 },
    // MCP Apps keeps none: it lives as long as the view.
    set: (page) => page.oriel.setState({ day: 2 }),
    global: { widgetState: { day: 2 } },
  },
};

for (const [data, row] of Object.entries(rows)) {
  test(`Data Access: ${data}, MCP Apps`, async () => {
    const { page } = await mcpApps();
    assert.equal(row.read(page), undefined);
    if (row.notify) page.post(notification(...row.notify));
    row.set?.(page);
    assert.deepEqual(row.read(page), row.want);
  });
  test(`Data Access: ${data}, ChatGPT, there at once`, async () => {
    const { page } = await chatGPT(row.global);
    assert.deepEqual(row.read(page), row.want);
  });
  test(`Data Access: ${data}, ChatGPT, by event`, async () => {
    const { page, set } = await chatGPT();
    assert.equal(row.read(page), undefined);
    set(row.global);
    assert.deepEqual(row.read(page), row.want);
  });
}

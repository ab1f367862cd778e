// Protocol comparison, "Events".
import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, type Page } from "./harness.ts";
import { chatGPT, mcpApps } from "./pair.ts";

interface Row {
  listen: (page: Page, heard: (value: unknown) => void) => void;
  want: unknown;
  mcpApps: [method: string, params: object];
  /** What ChatGPT changes; undefined where it has no such event. */
  chatGPT?: object;
}

const rows: Record<string, Row> = {
  "Tool Input": {
    listen: (page, heard) => page.oriel.onToolInput(heard),
    want: { city: "Lisbon" },
    mcpApps: ["ui/notifications/tool-input", { arguments: { city: "Lisbon" } }],
    chatGPT: { toolInput: { city: "Lisbon" } },
  },
  "Tool Result": {
    listen: (page, heard) => page.oriel.onToolResult(({ data }) => heard(data)),
    want: { high: 31 },
    mcpApps: ["ui/notifications/tool-result", { content: [], structuredContent: { high: 31 } }],
    chatGPT: { toolOutput: { high: 31 } },
  },
  "Tool Cancelled": {
    listen: (page, heard) => page.oriel.onToolCancelled(heard),
    want: "user",
    mcpApps: ["ui/notifications/tool-cancelled", { reason: "user" }],
  },
  "Context Change": {
    listen: (page, heard) => page.oriel.onContext(({ locale }) => locale && heard(locale)),
    want: "pt",
    mcpApps: ["ui/notifications/host-context-changed", { locale: "pt" }],
    chatGPT: { locale: "pt" },
  },
  "Partial Input": {
    listen: (page, heard) => page.oriel.onToolInputPartial(heard),
    want: { city: "Lis" },
    mcpApps: ["ui/notifications/tool-input-partial", { arguments: { city: "Lis" } }],
  },
};

for (const [event, row] of Object.entries(rows)) {
  for (const late of [false, true]) {
    const when = late ? "to a late handler" : "as it comes";
    test(`Events: ${event}, MCP Apps, ${when}`, async () => {
      const { page } = await mcpApps();
      const heard: unknown[] = [];
      if (!late) row.listen(page, (value) => void heard.push(value));
      page.post(notification(...row.mcpApps));
      if (late) row.listen(page, (value) => void heard.push(value));
      assert.deepEqual(heard, [row.want]);
    });
    if (!row.chatGPT) continue;
    test(`Events: ${event}, ChatGPT, ${when}`, async () => {
      const { page, set } = await chatGPT();
      const heard: unknown[] = [];
      if (!late) row.listen(page, (value) => void heard.push(value));
      set(row.chatGPT ?? {});
      if (late) row.listen(page, (value) => void heard.push(value));
      assert.deepEqual(heard, [row.want]);
    });
  }
}

// It is a request: the host waits for the answer.
test("Events: Teardown, MCP Apps", async () => {
  const { page } = await mcpApps();
  const heard: unknown[] = [];
  page.oriel.onTeardown((reason) => void heard.push(reason));
  page.post({ jsonrpc: "2.0", id: "t", method: "ui/resource-teardown", params: { reason: "closed" } });
  await new Promise(setImmediate);
  assert.deepEqual(heard, ["closed"]);
  assert.partialDeepStrictEqual(page.sent.at(-1), { id: "t", result: {} });
});

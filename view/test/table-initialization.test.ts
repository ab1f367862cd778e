// Protocol comparison, "Initialization".
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, pass } from "./harness.ts";
import { chatGPT } from "./pair.ts";

const rows: Record<string, { mcpApps: () => Promise<void>; chatGPT: () => Promise<void> }> = {
  "Get Client": {
    // Importing the runtime is all; it introduces itself with what the page says of itself.
    async mcpApps() {
      const page = await open({ meta: { "application-name": "forecast", version: "2.1.0" } });
      assert.deepEqual(page.with("ui/initialize")[0]?.params.appInfo, { name: "forecast", version: "2.1.0" });
    },
    async chatGPT() {
      const { page } = await chatGPT({ toolInput: { city: "Lisbon" } });
      assert.deepEqual(page.oriel.toolInput(), { city: "Lisbon" });
    },
  },
  Connect: {
    async mcpApps() {
      const page = await open();
      assert.equal(page.oriel.platform(), "standalone");
      await page.answer();
      assert.equal(await page.oriel.connected, "mcp-apps");
    },
    async chatGPT() {
      const { page } = await chatGPT();
      assert.equal(await page.oriel.connected, "chatgpt");
    },
  },
  "Initialize Event": {
    async mcpApps() {
      const page = await open();
      const heard: unknown[] = [];
      page.oriel.onContext((context) => void heard.push(context.theme));
      assert.deepEqual(heard, []);
      await page.answer({ hostInfo: { name: "host" }, hostContext: { theme: "dark" } });
      assert.deepEqual(heard, ["dark"]);
      assert.deepEqual(page.with("ui/notifications/initialized").length, 1);
    },
    // Data is there at once, before anything has answered.
    async chatGPT() {
      const page = await open({ openai: { theme: "dark", toolOutput: { high: 31 } } });
      assert.deepEqual([page.oriel.context().theme, page.oriel.toolResult()?.data], ["dark", { high: 31 }]);
      await pass(1000);
      assert.deepEqual(page.oriel.toolResult()?.data, { high: 31 });
    },
  },
};

for (const [operation, row] of Object.entries(rows)) {
  test(`Initialization: ${operation}, MCP Apps`, row.mcpApps);
  test(`Initialization: ${operation}, ChatGPT`, row.chatGPT);
}

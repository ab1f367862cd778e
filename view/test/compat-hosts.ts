// The kinds of host that a page with a shim may find itself on, played by the test.
import assert from "node:assert/strict";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Message, Options, Page } from "./harness.ts";

/** What a tool of the app answers. */
export const answer = { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 }, isError: false, _meta: { kept: 1 } };

/** What the view was opened with. */
export const input = { city: "Porto" };
export const result = { content: [{ type: "text", text: "Rain" }], structuredContent: { high: 12 }, isError: false, _meta: { secret: [1] } };

/** A page with a shim on one kind of host. */
export interface Stage {
  page: Page;
  /** What the host was asked for since the view was opened, in its own terms. */
  asked: unknown[];
  /** Lets the host answer what it has been asked. */
  answer(): Promise<void>;
  /** The host says that the theme has changed. */
  darken(): Promise<void>;
}

const answers: Record<string, object> = {
  "tools/call": answer,
  "ui/request-display-mode": { mode: "fullscreen" },
  "resources/read": { contents: [{ uri: "notes://today", text: "n" }] },
};

/** An MCP Apps host, which has delivered. */
async function mcpApps(compat: string[], options: Options = {}): Promise<Stage> {
  const page = await connect(
    { theme: "light", locale: "pt-PT", displayMode: "inline", containerDimensions: { maxHeight: 500 } },
    { compat, ...options },
  );
  page.post(notification("ui/notifications/tool-input", { arguments: input }));
  page.post(notification("ui/notifications/tool-result", result));
  await settle();
  const answered = new Set(page.sent);
  const asked: unknown[] = [];
  const collect = () => {
    const news = page.sent.filter((message) => !answered.has(message));
    for (const message of news) {
      answered.add(message);
      if (message["method"]) asked.push([message["method"], message["params"]]);
    }
    return news;
  };
  return {
    page,
    asked,
    async answer() {
      for (let round = 0; round < 3; round++) {
        await settle();
        for (const { id, method } of collect())
          if (method && id != null) page.post({ jsonrpc: "2.0", id, result: answers[method] ?? {} });
        await settle();
      }
    },
    async darken() {
      page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }));
      await settle();
    },
  };
}

/** A host with nothing but window.openai. */
async function openai(compat: string[], options: Options = {}): Promise<Stage> {
  const asked: unknown[] = [];
  const methods = Object.fromEntries(
    ["callTool", "sendFollowUpMessage", "openExternal", "setWidgetState", "notifyIntrinsicHeight", "requestClose", "requestDisplayMode"].map(
      (name) => [name, async (...args: unknown[]) => (asked.push([name, ...args]), name === "callTool" ? answer : {})],
    ),
  );
  const globals: Message = {
    toolInput: input,
    toolOutput: result.structuredContent,
    toolResponseMetadata: { status: "completed", mcp_tool_result: result },
    theme: "light",
    locale: "pt-PT",
    displayMode: "inline",
    maxHeight: 500,
    ...methods,
  };
  const page = await open({ compat, openai: globals, ...options });
  await pass(1000);
  return {
    page,
    asked,
    answer: settle,
    async darken() {
      globals["theme"] = "dark";
      page.dispatch("openai:set_globals", { detail: { globals: { theme: "dark" } } });
      await settle();
    },
  };
}

/** A legacy MCP-UI host, through the bridge. */
async function mcpUI(compat: string[], options: Options = {}): Promise<Stage> {
  const page = await open({ compat, mcpui: true, ...options });
  await settle();
  const render = async (renderData: object) => {
    page.post({ type: "ui-lifecycle-iframe-render-data", payload: { renderData } });
    await settle();
  };
  await render({
    theme: "light",
    locale: "pt-PT",
    displayMode: "inline",
    maxHeight: 500,
    toolInput: input,
    toolOutput: result.structuredContent,
    toolResponseMetadata: { mcp_tool_result: result },
  });
  let seen = page.sent.length;
  const asked: unknown[] = [];
  return {
    page,
    asked,
    async answer() {
      for (let round = 0; round < 3; round++) {
        await settle();
        const news = page.sent.slice(seen);
        seen = page.sent.length;
        for (const { type, messageId, payload } of news) {
          const { messageId: _, ...content } = payload;
          asked.push([type, content]);
          if (messageId) page.post({ type: "ui-message-response", messageId, payload: { response: type === "tool" ? answer : {} } });
        }
        await settle();
      }
    },
    darken: () => render({ theme: "dark" }),
  };
}

export const hosts = { "MCP Apps": mcpApps, "window.openai alone": openai, "MCP-UI": mcpUI };

/** Deep equality that takes `undefined` for absence, as JSON does. */
export const same = (got: unknown, want: unknown, message?: string): void =>
  assert.deepEqual(JSON.parse(JSON.stringify(got ?? null)), JSON.parse(JSON.stringify(want ?? null)), message);

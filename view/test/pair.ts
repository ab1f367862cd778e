// The two kinds of host that the tables of the seeds compare: one that speaks MCP
// Apps, and one with nothing but window.openai.
import assert from "node:assert/strict";
import { connect, open, pass, settle } from "./harness.ts";
import type { Message, Options, Page } from "./harness.ts";

export interface MCPApps {
  page: Page;
  /** Lets the view ask for something, answers it, and returns what was asked and what came of it. */
  answer<T>(ask: () => Promise<T>, method: string, result: object): Promise<{ params: unknown; got: T }>;
  /** What was sent as notifications and requests since the handshake. */
  sent(): { method: string; params: unknown }[];
}

/** A view in an MCP Apps host, which has answered with this context. */
export async function mcpApps(context: object = {}, options: Options = {}): Promise<MCPApps> {
  const page = await connect(context, options);
  const sent = () =>
    page.sent
      .filter(({ method }) => method && !/^ui\/(notifications\/)?initialized?$/.test(method))
      .map(({ method, params }: Message) => ({ method, params }));
  return {
    page,
    sent,
    async answer(ask, method, result) {
      const asked = ask();
      await settle();
      const request = page.with(method).at(-1);
      assert.ok(request, `${method} was not sent`);
      page.post({ jsonrpc: "2.0", id: request.id, result });
      return { params: request.params, got: await asked };
    },
  };
}

export interface ChatGPT {
  page: Page;
  openai: Record<string, unknown>;
  /** What was called on window.openai, with its arguments. */
  calls: unknown[][];
  /** Changes globals as ChatGPT does: the object first, then the event. */
  set(globals: object): void;
}

/** What window.openai's methods answer. */
const answers: Record<string, unknown> = {
  callTool: { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 }, _meta: { "oriel/viewData": [1] } },
  requestDisplayMode: { mode: "fullscreen" },
};

/** A view where window.openai alone is there, with these globals beside its methods. */
export async function chatGPT(globals: object = {}): Promise<ChatGPT> {
  const calls: unknown[][] = [];
  const methods = [
    "callTool",
    "sendFollowUpMessage",
    "openExternal",
    "requestDisplayMode",
    "setWidgetState",
    "notifyIntrinsicHeight",
    "requestClose",
    "requestModal",
    "uploadFile",
    "getFileDownloadUrl",
  ].map((name) => [name, (...args: unknown[]) => (calls.push([name, ...args]), Promise.resolve(answers[name]))]);
  const openai: Record<string, unknown> = { ...Object.fromEntries(methods), ...globals };
  const page = await open({ openai });
  await pass(1000);
  assert.equal(page.oriel.platform(), "chatgpt");
  return {
    page,
    openai,
    calls,
    set(changed) {
      Object.assign(openai, changed);
      page.dispatch("openai:set_globals", { detail: { globals: changed } });
    },
  };
}

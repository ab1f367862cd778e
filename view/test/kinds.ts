// The six kinds of host that the pages in docs/view tell apart, each with a view
// in it. What reaches a host is named as the pages name it: by the message's
// method, the method of window.openai, or the type of the UI action.
import { methods } from "../src/host/requests.ts";
import { everything } from "../src/testing/capabilities.ts";
import { open, pass, settle } from "./harness.ts";
import type { Message, Options, Page } from "./harness.ts";

export interface Kind {
  page: Page;
  /** What has reached the host, in order. */
  reached: string[];
  /** The params of the messages among that, by their methods. */
  params: Record<string, unknown>;
  /** Lets the host take what has come, and some time pass. */
  serve(): Promise<void>;
}

/** What the app's tools give: one that takes and gives files, and another. */
const called = (name: unknown): object =>
  name === "oriel_files"
    ? { content: [], structuredContent: { fileId: "file-1", name: "a.txt", mimeType: "text/plain", size: 3, data: "YWJj" } }
    : { content: [{ type: "text", text: "Sunny" }], structuredContent: { high: 31 } };

/** What a full host answers beside that; anything else with `{}`. */
const answers: Record<string, object> = {
  "resources/read": { contents: [{ uri: "notes://today", text: "Sunny" }] },
  "sampling/createMessage": { role: "assistant", model: "m", content: { type: "text", text: "Sunny" } },
  "ui/request-display-mode": { mode: "fullscreen" },
};

/** Everything that a host can advertise (MCP Apps, draft of 2026). */
const all = { ...everything({}), sampling: { tools: {} }, sandbox: {} };

/** What ChatGPT advertises: as its profile in hosts/profiles has it. */
const chatGPTs: Record<string, object> = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  updateModelContext: { text: {}, structuredContent: {} },
  message: { text: {} },
};

const modes = { displayMode: "inline", availableDisplayModes: ["inline", "fullscreen", "pip"] };

/** What each method of window.openai gives. */
const gives: Record<string, unknown> = {
  callTool: called("forecast"),
  sendFollowUpMessage: undefined,
  setWidgetState: undefined,
  uploadFile: { fileId: "file-1" },
  selectFiles: [{ fileId: "file-1", fileName: "a.txt", mimeType: "text/plain" }],
  getFileDownloadUrl: { downloadUrl: "https://files.example/1" },
  requestDisplayMode: { mode: "fullscreen" },
  requestModal: undefined,
  requestClose: undefined,
  notifyIntrinsicHeight: undefined,
  openExternal: undefined,
  setOpenInAppUrl: undefined,
  requestCheckout: { id: "order-1" },
};

const unknown = { error: { code: -32601, message: "Method not found" } };

/** A host that takes each message by itself: the answer to a request, or undefined. */
type Answer = (message: Message, page: Page) => object | undefined;

async function kind(options: Options, answer: Answer, reached: string[] = []): Promise<Kind> {
  const page = await open(options);
  const params: Record<string, unknown> = {};
  let taken = 0;
  const serve = async () => {
    for (let turn = 0; turn < 10; turn++) {
      await settle();
      for (const message of page.sent.splice(0)) {
        taken++;
        const name = message.method ?? (message.jsonrpc ? undefined : message.type);
        if (name) reached.push(name);
        if (message.method) params[message.method] = message.params;
        const reply = answer(message, page);
        if (reply) page.post(reply);
      }
      await pass(turn < 5 ? 10 : 1000);
    }
  };
  await serve();
  page.frame();
  await serve();
  if (taken === 0 && !options.alone && !options.openai) throw new Error("the view has said nothing to its host");
  reached.length = 0;
  return { page, reached, params, serve };
}

/** An MCP Apps host; `result` is its answer to `ui/initialize`. */
const mcpApps =
  (result: object, others: (method: string, params: Message) => object): Answer =>
  ({ jsonrpc, id, method, params }) =>
    method && id !== undefined
      ? { jsonrpc, id, ...(method === "ui/initialize" ? { result: { protocolVersion: "2026-01-26", ...result } } : others(method, params)) }
      : undefined;

/** Answers what needs no capability, or one that is among these. */
const having =
  (capabilities: Record<string, unknown>) =>
  (method: string, params: Message): object =>
    methods[method]?.feature && !capabilities[methods[method].feature]
      ? unknown
      : { result: method === "tools/call" ? called(params.name) : (answers[method] ?? {}) };

/** A window.openai that has every method and tells what was called. */
const openai = (reached: string[]): object => ({
  ...modes,
  theme: "light",
  locale: "en",
  maxHeight: 600,
  ...Object.fromEntries(
    Object.entries(gives).map(([name, given]) => [
      name,
      () => {
        reached.push(name);
        return Promise.resolve(given);
      },
    ]),
  ),
});

/** A legacy MCP-UI host: it says that it has received an action, and answers it. */
const mcpui: Answer = ({ type, messageId, payload }) =>
  messageId && type !== "ui-request-render-data"
    ? { type: "ui-message-response", messageId, payload: { messageId, response: type === "tool" ? called(payload.toolName) : {} } }
    : undefined;

/** Opens a view in each kind of host, by its name in a `@support` line. */
export const kinds: Record<string, () => Promise<Kind>> = {
  "mcp-apps": () =>
    kind({}, mcpApps({ hostInfo: { name: "host", version: "1" }, hostCapabilities: all, hostContext: modes }, having(all))),
  bare: () =>
    kind({}, mcpApps({ hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: {} }, () => unknown)),
  chatgpt: () => {
    const reached: string[] = [];
    const host = { hostInfo: { name: "chatgpt", version: "0.0.1" }, hostCapabilities: chatGPTs, hostContext: modes };
    return kind({ openai: openai(reached) }, mcpApps(host, having(chatGPTs)), reached);
  },
  openai: () => {
    const reached: string[] = [];
    return kind({ openai: openai(reached) }, () => undefined, reached);
  },
  "mcp-ui": () => kind({ mcpui: true }, mcpui),
  standalone: () => kind({ alone: true }, () => undefined),
};

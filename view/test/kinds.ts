// The six kinds of host that the pages in docs/view tell apart, each with a view
// in it. What reaches a host is named as the pages name it: by the message's
// method, the method of window.openai, or the type of the UI action.
import { readFileSync } from "node:fs";
import { advertised } from "../src/host/capabilities.ts";
import type { ChatGptHost } from "../src/host/chatgpt.ts";
import { createHost } from "../src/host/index.ts";
import type { ProtocolName } from "../src/host/index.ts";
import { METHOD_NOT_FOUND, RpcError } from "../src/host/jsonrpc.ts";
import type { Protocol, Services, Setup } from "../src/host/protocol.ts";
import { windowOpenAI } from "../src/host/windowopenai.ts";
import type { HostContext } from "../src/values/types.ts";
import { everything } from "../src/testing/capabilities.ts";
import { open, pass, settle } from "./harness.ts";
import type { Message, Options, Page } from "./harness.ts";
import { profileOf } from "./host/fake.ts";

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

/** What a host answers beside that; anything else with `{}`. */
const answers: Record<string, object> = {
  uploadFile: { fileId: "file-1" },
  selectFiles: [{ fileId: "file-1", fileName: "a.txt", mimeType: "text/plain" }],
  getFileDownloadUrl: { downloadUrl: "https://files.example/1" },
  requestCheckout: { id: "order-1" },
  "resources/read": { contents: [{ uri: "notes://today", text: "Sunny" }] },
  "sampling/createMessage": { role: "assistant", model: "m", content: { type: "text", text: "Sunny" } },
  "ui/request-display-mode": { mode: "fullscreen" },
};

const all = Object.fromEntries(advertised.map((name) => [name, true]));

/** What ChatGPT is known to have. */
const chatGPTs: Record<string, boolean> = Object.fromEntries(
  Object.entries<{ value: boolean }>(
    JSON.parse(readFileSync(new URL("../../hosts/profiles/chatgpt.json", import.meta.url), "utf8")).features,
  ).map(([name, { value }]) => [name, value]),
);

const modes: HostContext = { displayMode: "inline", availableDisplayModes: ["inline", "fullscreen", "pip"] };

async function kind(options: Options, take: (message: Message, page: Page) => void, reached: string[] = []): Promise<Kind> {
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
        take(message, page);
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

/** Requests are answered from the table above, so only notifications need a service. */
const services = Object.fromEntries(
  ["resize", "log", "close", "notice", "ready"].map((name) => [name, () => undefined]),
) as unknown as Services;

/** The engine's host of a protocol, with these features and no others that can be advertised. */
const host = (protocol: ProtocolName, features: Record<string, boolean>, page: () => Page, setup: Partial<Setup> = {}): Protocol =>
  createHost(protocol, {
    profile: profileOf(protocol, { ...Object.fromEntries(advertised.map((name) => [name, false])), ...features }),
    port: { send: (message) => page().post(message) },
    services,
    context: () => modes,
    answers: (method) => (params) => (method === "tools/call" ? called(params["name"]) : (answers[method] ?? {})),
    ...setup,
  });

/** A host that gets the view's messages. */
const speaking = (protocol: ProtocolName, features: Record<string, boolean>, options: Options = {}, setup: Partial<Setup> = {}): Promise<Kind> => {
  let page: Page | undefined;
  const made = host(protocol, features, () => page!, setup);
  return kind(options, (message, from) => {
    page = from;
    made.receive(message);
  });
};

/** A host with a window.openai, which may get the view's messages, too. */
const chatGPT = (receives: boolean): Promise<Kind> => {
  const reached: string[] = [];
  let page: Page | undefined;
  const made = host("chatgpt", chatGPTs, () => page!) as ChatGptHost;
  const { openai } = windowOpenAI(
    { ...modes, theme: "light", locale: "en", maxHeight: 600 },
    {
      request: (name, params) => {
        reached.push(name);
        return made.openai(name, params);
      },
      dispatch: () => undefined,
      language: () => undefined,
    },
  );
  const take = (message: Message, from: Page) => {
    page = from;
    if (receives) made.receive(message);
  };
  return kind({ openai }, take, reached);
};

/** Opens a view in each kind of host, by its name in a `@support` line. */
export const kinds: Record<string, () => Promise<Kind>> = {
  "mcp-apps": () => speaking("mcp-apps", all, {}, { capabilities: { ...everything({}), sampling: { tools: {} } } }),
  bare: () =>
    speaking("mcp-apps", {}, {}, {
      context: () => ({}),
      answers: () => () => {
        throw new RpcError(METHOD_NOT_FOUND, "Method not found");
      },
    }),
  chatgpt: () => chatGPT(true),
  openai: () => chatGPT(false),
  "mcp-ui": () => speaking("mcp-ui", all, { mcpui: true }),
  standalone: () => kind({ alone: true }, () => undefined),
};

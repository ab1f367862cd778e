// A host like ChatGPT: all of MCP Apps, and in addition window.openai, whose calls arrive as openai/* messages or
// through openai().

import type { HostContext } from "../values/types.ts";
import { globalsOfContext, globalsOfResult } from "./globals.ts";
import { asRpc, faultOf, METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import { McpAppsHost } from "./mcpapps.ts";
import { invalid, needText, shortName } from "./params.ts";
import { TOOL_PENDING } from "./protocol.ts";
import type { Protocol, Setup } from "./protocol.ts";
import type { CallToolResult, DisplayMode, Json } from "./types.ts";

// How long to wait after the document has loaded for ui/initialize, which views with window.openai need not send.
const GRACE_MS = 300;

/** What a method of window.openai is in the words of MCP Apps. */
interface Translation {
  /** The request; by default, the method's own name. */
  request?: string;
  /** The notification, for methods that have no answer there, and the feature that it needs. */
  notification?: string;
  feature?: string;
  params?(given: Json): Json;
}

export const openaiMethods: Readonly<Record<string, Translation>> = {
  callTool: { request: "tools/call", params: ({ name, args = {} }) => ({ name, arguments: args }) },
  sendFollowUpMessage: {
    request: "ui/message",
    params: ({ prompt }) => ({ role: "user", content: [{ type: "text", text: needText(prompt, "sendFollowUpMessage needs a prompt.") }] }),
  },
  openExternal: { request: "ui/open-link", params: ({ href }) => ({ url: href }) },
  requestDisplayMode: { request: "ui/request-display-mode" },
  notifyIntrinsicHeight: {
    notification: "ui/notifications/size-changed",
    feature: "",
    params: ({ height }) => ({ height: needHeight(height) }),
  },
  requestClose: { notification: "ui/notifications/request-teardown", feature: "requestClose" },
  setWidgetState: {},
  setOpenInAppUrl: {},
  uploadFile: {},
  selectFiles: {},
  getFileDownloadUrl: {},
  requestModal: {},
  requestCheckout: {},
};

export class ChatGptHost implements Protocol {
  readonly #setup: Setup;
  readonly #apps: McpAppsHost;
  readonly #gone = new AbortController();
  readonly #whenLoaded: Promise<void>;
  #setLoaded: () => void = () => undefined;
  #loaded = false;
  #pendingGlobals: Json = {};
  #result: CallToolResult | undefined;
  #cancelled: string | undefined;

  constructor(setup: Setup) {
    this.#setup = setup;
    // The view is ready when it has the globals, whether or not it also uses MCP Apps.
    this.#apps = new McpAppsHost({ ...setup, services: { ...setup.services, ready: () => undefined } });
    this.#whenLoaded = new Promise((resolve) => (this.#setLoaded = resolve));
  }

  receive(data: unknown): void {
    const message = asRpc(data);
    if (message?.method?.startsWith("openai/")) {
      void this.#answerMessage(message.method.slice("openai/".length), message.params ?? {}, message.id);
    } else {
      this.#apps.receive(data);
    }
  }

  loaded(): void {
    this.#loaded = true;
    this.#setLoaded();
    this.#deliver();
  }

  introduced(): boolean {
    return this.#apps.introduced();
  }

  listening(): Promise<void> {
    const grace = this.#whenLoaded.then(() => new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS)));
    return Promise.race([this.#apps.listening(), grace]);
  }

  partialInput(args: Json): void {
    this.#apps.partialInput(args);
  }

  listChanged(list: "tools" | "resources" | "prompts"): void {
    this.#apps.listChanged(list);
  }

  ask(method: string, params: Json, ms: number): Promise<unknown> {
    return this.#apps.ask(method, params, ms);
  }

  declared(): Json {
    return this.#apps.declared();
  }

  callViewTool(name: string, args: Json): Promise<CallToolResult> {
    return this.#apps.callViewTool(name, args);
  }

  input(args: Json): void {
    this.#globals({ toolInput: args });
    this.#apps.input(args);
  }

  result(result: CallToolResult): void {
    this.#result = result;
    this.#globals(globalsOfResult(result));
    this.#apps.result(result);
  }

  cancelled(reason: string | undefined): void {
    this.#cancelled = reason ?? "the call was cancelled";
    this.#apps.cancelled(reason);
  }

  contextChanged(change: HostContext): void {
    this.#globals(globalsOfContext(change));
    this.#apps.contextChanged(change);
  }

  modes(): DisplayMode[] {
    return this.#apps.modes();
  }

  async teardown(reason: string | undefined): Promise<void> {
    await this.#apps.teardown(reason);
    this.#gone.abort(new Error("the view is gone"));
  }

  end(): void {
    this.#apps.end();
    this.#gone.abort(new Error("the view is gone"));
  }

  waiting(): string {
    return this.#loaded ? (this.#cancelled ?? TOOL_PENDING) : "the view's document did not load";
  }

  /** A call of window.openai. Rejects with the error for the view. */
  async openai(name: string, params: Json): Promise<unknown> {
    const what = `window.openai.${shortName(name)}`;
    const method = Object.hasOwn(openaiMethods, name) ? openaiMethods[name] : undefined;
    if (!method) {
      this.#setup.services.notice({ kind: "unsupported", what });
      throw new RpcError(METHOD_NOT_FOUND, `This host has no ${what}.`);
    }
    const { request = name, notification, feature, params: translate } = method;
    const translated = translate?.(params) ?? params;
    if (notification !== undefined) {
      this.#apps.requests.notify(notification, translated, feature === undefined ? { what } : { what, feature });
      return {};
    }
    return this.#apps.requests.answer(request, translated, { what, signal: this.#gone.signal });
  }

  // Changes are collected until the document has loaded, because nothing may listen before.
  #globals(change: Json): void {
    this.#pendingGlobals = { ...this.#pendingGlobals, ...change };
    this.#deliver();
  }

  #deliver(): void {
    if (!this.#loaded) {
      return;
    }
    if (Object.keys(this.#pendingGlobals).length > 0) {
      const globals = this.#pendingGlobals;
      this.#pendingGlobals = {};
      this.#setup.port.send({ jsonrpc: "2.0", method: "openai/setGlobals", params: { globals } });
    }
    if (this.#result !== undefined) {
      this.#setup.services.ready();
    }
  }

  async #answerMessage(name: string, params: Json, id: string | number | undefined): Promise<void> {
    const answer = await this.openai(name, params).then(
      (result) => ({ result: result ?? {} }),
      (error: unknown) => ({ error: faultOf(error) }),
    );
    if (id !== undefined) {
      this.#setup.port.send({ jsonrpc: "2.0", id, ...answer });
    }
  }
}

function needHeight(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
    throw invalid("notifyIntrinsicHeight needs a height in pixels.");
  }
  return value;
}

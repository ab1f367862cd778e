// A host of legacy MCP-UI: UI actions and render data.

import type { HostContext } from "../values/types.ts";
import { has } from "./features.ts";
import { globalsOfContext, globalsOfResult } from "./globals.ts";
import { needText, shortName } from "./params.ts";
import type { Protocol, Setup } from "./protocol.ts";
import { Requests } from "./requests.ts";
import type { CallToolResult, DisplayMode, Json } from "./types.ts";
import { isRecord } from "./types.ts";

// How long to wait for a view's request for render data after its load event.
const ASK_MS = 120;

/** What an action is in the words of MCP Apps. */
const actions: Readonly<Record<string, { request: string; params(payload: Json): Json }>> = {
  tool: { request: "tools/call", params: ({ toolName, params = {} }) => ({ name: toolName, arguments: params }) },
  prompt: {
    request: "ui/message",
    params: ({ prompt }) => ({ role: "user", content: [{ type: "text", text: needText(prompt, "The prompt action needs a prompt.") }] }),
  },
  link: { request: "ui/open-link", params: ({ url }) => ({ url }) },
  intent: { request: "oriel/intent", params: ({ intent, params }) => ({ intent, params }) },
};

export class McpUiHost implements Protocol {
  readonly #setup: Setup;
  readonly #viewData: Json;
  readonly #requests: Requests;
  readonly #gone = new AbortController();
  readonly #listening: Promise<void>;
  #startListening: () => void = () => undefined;
  #asked = false;
  #loaded = false;
  #data: Json = {};
  #hasResult = false;

  /** viewData is the initial render data in the resource's own metadata. */
  constructor(setup: Setup, viewData: Json = {}) {
    this.#setup = setup;
    this.#viewData = viewData;
    this.#requests = new Requests(setup, () => this.modes());
    this.#listening = new Promise((resolve) => (this.#startListening = resolve));
  }

  receive(data: unknown): void {
    if (!isRecord(data) || typeof data["type"] !== "string") {
      this.#setup.services.notice(
        isRecord(data) && data["jsonrpc"] === "2.0"
          ? { kind: "ignored", what: shortName(String(data["method"] ?? "a JSON-RPC answer")) }
          : { kind: "fault", what: "sent a message that is not a UI action" },
      );
      return;
    }
    const payload = isRecord(data["payload"]) ? data["payload"] : {};
    const messageId = data["messageId"] ?? payload["messageId"];
    switch (data["type"]) {
      case "ui-lifecycle-iframe-ready":
      case "ui-request-render-data":
        this.#asked = true;
        this.#render(messageId);
        this.#startListening();
        break;
      case "ui-size-change":
        this.#requests.notify("ui/notifications/size-changed", payload, { what: "ui-size-change", feature: "" });
        break;
      case "notify": {
        const { level, message } = payload;
        const log = { ...(level === undefined ? {} : { level }), data: message };
        this.#requests.notify("notifications/message", log, { feature: "" });
        break;
      }
      default:
        void this.#act(shortName(data["type"]), payload, messageId);
    }
  }

  loaded(): void {
    this.#loaded = true;
    setTimeout(() => {
      if (!this.#asked) {
        this.#setup.services.ready();
      }
    }, ASK_MS);
  }

  introduced(): boolean {
    return false;
  }

  listening(): Promise<void> {
    return this.#listening;
  }

  partialInput(): void {
    // MCP-UI has no such notification.
  }

  listChanged(): void {
    // MCP-UI has no such notification.
  }

  callViewTool(): Promise<CallToolResult> {
    return Promise.reject(new Error("A view of a legacy MCP-UI host has no tools."));
  }

  input(args: Json): void {
    this.#change({ toolInput: args });
  }

  result(result: CallToolResult): void {
    this.#hasResult = true;
    this.#change(globalsOfResult(result));
  }

  cancelled(reason: string | undefined): void {
    this.#tell("cancelled", "ui-lifecycle-tool-cancelled", reason);
  }

  contextChanged(): void {
    this.#change({});
  }

  modes(): DisplayMode[] {
    return this.#setup.context().availableDisplayModes ?? this.#setup.profile.displayModes;
  }

  teardown(reason: string | undefined): Promise<void> {
    this.#tell("teardown", "ui-lifecycle-teardown", reason);
    this.end();
    return Promise.resolve();
  }

  end(): void {
    this.#gone.abort(new Error("the view is gone"));
  }

  waiting(): string {
    return this.#loaded ? "render data could not be sent" : "the view's document did not load";
  }

  #change(change: Json): void {
    this.#data = { ...this.#data, ...change };
    if (this.#asked) {
      this.#render(undefined);
    }
  }

  #render(messageId: unknown): void {
    const context: HostContext = this.#setup.context();
    const widgetState = this.#setup.state ?? null;
    const renderData = { ...globalsOfContext(context), widgetState, ...this.#data, ...this.#viewData };
    this.#send("ui-lifecycle-iframe-render-data", { renderData }, messageId);
    if (this.#hasResult) {
      this.#setup.services.ready();
    }
  }

  #tell(feature: string, type: string, reason: string | undefined): void {
    if (this.#asked && has(this.#setup.profile, feature) !== false) {
      this.#send(type, reason === undefined ? {} : { reason }, undefined);
    }
  }

  async #act(type: string, payload: Json, messageId: unknown): Promise<void> {
    const wantsAnswer = messageId !== undefined;
    if (wantsAnswer) {
      this.#send("ui-message-received", {}, messageId);
    }
    try {
      const response = await this.#answer(type, payload);
      if (wantsAnswer) {
        // All views understand an error as a refusal, but not any other answer.
        const refused = type === "link" && isRecord(response) && response["isError"] === true;
        const outcome = refused ? { error: { message: "The person did not open the page." } } : { response };
        this.#send("ui-message-response", outcome, messageId);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (wantsAnswer) {
        this.#send("ui-message-response", { error: { message } }, messageId);
      } else {
        this.#setup.services.notice({ kind: "fault", what: `sent ${type}: ${message}` });
      }
    }
  }

  async #answer(type: string, payload: Json): Promise<unknown> {
    const action = Object.hasOwn(actions, type) ? actions[type] : undefined;
    if (!action) {
      this.#setup.services.notice({ kind: "unsupported", what: type });
      throw new Error(`A legacy MCP-UI host does not know ${type}.`);
    }
    const options = { what: `the ${type} action`, signal: this.#gone.signal };
    return this.#requests.answer(action.request, action.params(payload), options);
  }

  // Some hosts put messageId beside the payload, and others inside it, so views may expect either.
  #send(type: string, payload: Json, messageId: unknown): void {
    this.#setup.port.send(
      messageId === undefined ? { type, payload } : { type, messageId, payload: { ...payload, messageId } },
    );
  }
}

// A host of legacy MCP-UI: UI actions and render data.

import type { CallToolResult, DisplayMode, Json } from "./types.ts";
import { isRecord } from "./types.ts";
import { Actions } from "./actions.ts";
import { globalsChange, globalsOfResult } from "./context.ts";
import { Gate } from "./features.ts";
import { METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import { Slots } from "./openrequests.ts";
import { needText, shortName, sizeOf } from "./params.ts";
import type { Protocol, Setup, Surroundings } from "./protocol.ts";

// How long to wait for a view's request for render data after its load event.
const ASK_MS = 120;

export class McpUiHost implements Protocol {
  readonly #setup: Setup;
  readonly #viewData: Json;
  readonly #actions: Actions;
  #surroundings: Surroundings;
  #asked: { messageId: unknown } | undefined;
  #loaded = false;
  #input: Json | undefined;
  #result: CallToolResult | undefined;

  /** viewData is the initial render data in the resource's own metadata. */
  constructor(setup: Setup, viewData: Json | undefined) {
    this.#setup = setup;
    this.#viewData = viewData ?? {};
    this.#surroundings = { ...setup.surroundings };
    const gate = new Gate(setup.profile, (notice) => setup.services.notice(notice));
    this.#actions = new Actions(gate, new Slots(), setup.services);
  }

  receive(data: unknown): void {
    if (!isRecord(data) || typeof data["type"] !== "string") {
      const what =
        isRecord(data) && data["jsonrpc"] === "2.0"
          ? `sent ${shortName(String(data["method"] ?? "a JSON-RPC answer"))}, which a legacy MCP-UI host does not know`
          : "sent a message that is not a UI action";
      this.#setup.services.notice({ kind: "fault", what });
      return;
    }
    const payload = isRecord(data["payload"]) ? data["payload"] : {};
    const messageId = data["messageId"] ?? payload["messageId"];
    switch (data["type"]) {
      case "ui-lifecycle-iframe-ready":
      case "ui-request-render-data":
        this.#asked = { messageId };
        this.#deliver();
        break;
      case "ui-size-change":
        this.#setup.services.resize(sizeOf(payload));
        break;
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
    return Promise.resolve();
  }

  partialInput(): void {
    // The view is part of the result, so it does not exist yet.
  }

  listChanged(): void {
    // MCP-UI has no such notification.
  }

  callViewTool(): Promise<CallToolResult> {
    return Promise.reject(new Error("A view of a legacy MCP-UI host has no tools."));
  }

  input(args: Json): void {
    this.#input = args;
  }

  result(result: CallToolResult): void {
    this.#result = result;
    this.#deliver();
  }

  cancelled(): void {
    // The view is part of the result, so it does not exist yet.
  }

  surroundings(change: Partial<Surroundings>): void {
    this.#surroundings = { ...this.#surroundings, ...change };
    if (this.#asked && this.#result) {
      this.#send("ui-lifecycle-iframe-render-data", { renderData: this.#renderData() }, undefined);
    }
  }

  modes(): DisplayMode[] {
    return this.#setup.profile.displayModes;
  }

  teardown(): Promise<void> {
    this.#actions.end();
    return Promise.resolve();
  }

  waiting(): string {
    return this.#loaded ? "render data could not be sent" : "the view's document did not load";
  }

  #deliver(): void {
    if (this.#asked && this.#result) {
      this.#send("ui-lifecycle-iframe-render-data", { renderData: this.#renderData() }, this.#asked.messageId);
      this.#setup.services.ready();
    }
  }

  #renderData(): Json {
    return {
      toolInput: this.#input ?? {},
      ...(this.#result ? globalsOfResult(this.#result) : {}),
      widgetState: null,
      locale: globalThis.navigator?.language || "en",
      ...globalsChange(this.#surroundings),
      ...this.#viewData,
    };
  }

  async #act(type: string, payload: Json, messageId: unknown): Promise<void> {
    const wantsAnswer = messageId !== undefined;
    if (wantsAnswer) {
      this.#send("ui-message-received", {}, messageId);
    }
    try {
      const response = await this.#handle(type, payload);
      if (wantsAnswer) {
        // All views understand an error as a refusal, but not any other answer.
        const refused = type === "link" && isRecord(response) && response["opened"] === false;
        const outcome = refused ? { error: { message: "The person did not open the page." } } : { response: response ?? {} };
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

  #handle(type: string, payload: Json): unknown {
    const { services } = this.#setup;
    switch (type) {
      case "tool":
        return this.#actions.callTool(
          "the tool action",
          payload["toolName"],
          payload["params"],
          "The tool action needs a toolName.",
        );
      case "prompt":
        return this.#actions.message("the prompt action", payload["prompt"], "The prompt action needs a prompt.");
      case "link":
        return this.#actions.openLink("the link action", payload["url"]);
      case "intent":
        services.intent(needText(payload["intent"], "The intent action needs an intent."), payload["params"]);
        return {};
      case "notify":
        services.log(typeof payload["level"] === "string" ? payload["level"] : "info", "notify", payload["message"]);
        return {};
      default:
        services.notice({ kind: "unsupported", what: type });
        throw new RpcError(METHOD_NOT_FOUND, `A legacy MCP-UI host does not know ${type}.`);
    }
  }

  // Some hosts put messageId beside the payload, and others inside it, so views may expect either.
  #send(type: string, payload: Json, messageId: unknown): void {
    this.#setup.port.send(
      messageId === undefined ? { type, payload } : { type, messageId, payload: { ...payload, messageId } },
    );
  }
}

// A host of MCP Apps 2026-01-26 and its draft, for one view.

import type { HostContext } from "../values/types.ts";
import type { CallToolResult, DisplayMode, Json } from "./types.ts";
import { isRecord } from "./types.ts";
import { AppTools } from "./apptools.ts";
import { ViewRequests } from "./viewrequests.ts";
import { withOldNames, currentName, introduction, oldNamesOf } from "./dialect.ts";
import { has, hostCapabilities } from "./features.ts";
import { asRpc, faultOf, idOfBadRequest, INVALID_PARAMS, INVALID_REQUEST } from "./jsonrpc.ts";
import type { RpcId, RpcMessage } from "./jsonrpc.ts";
import { OpenRequests } from "./openrequests.ts";
import { shortName } from "./params.ts";
import { readProgress } from "./progress.ts";
import { TEARDOWN_MS, TOOL_PENDING } from "./protocol.ts";
import type { Protocol, Setup } from "./protocol.ts";
import { Requests } from "./requests.ts";

// The feature that a host needs to notify views of a list's change.
const listFeatures = { tools: "serverTools", resources: "serverResources", prompts: "serverPrompts" };

export class McpAppsHost implements Protocol {
  /** Shared with other protocols of the same view. */
  readonly requests: Requests;
  readonly #setup: Setup;
  readonly #questions: ViewRequests;
  readonly #appTools: AppTools;
  readonly #open = new OpenRequests();
  readonly #listening: Promise<void>;
  #startListening: () => void = () => undefined;
  #introduced = false;
  #initialized = false;
  #ended = false;
  #usesOldNames = false;
  #declared: Json = {};
  #viewModes: string[] | undefined;
  #partial: Json | undefined;
  #input: Json | undefined;
  #inputSent = false;
  #result: CallToolResult | undefined;
  #resultSent = false;
  #isCancelled = false;
  #reason: string | undefined;
  #cancelSent = false;
  #pendingContext: HostContext = {};

  constructor(setup: Setup) {
    this.#setup = setup;
    this.requests = new Requests(setup, () => this.modes());
    this.#questions = new ViewRequests(setup.port);
    this.#appTools = new AppTools(this.#questions, setup.services);
    this.#listening = new Promise((resolve) => (this.#startListening = resolve));
  }

  receive(data: unknown): void {
    if (this.#ended) {
      return;
    }
    const message = asRpc(data);
    if (!message) {
      this.#setup.services.notice({ kind: "fault", what: "sent a message that is not JSON-RPC 2.0" });
      const id = idOfBadRequest(data);
      if (id !== undefined) {
        const error = { code: INVALID_PARAMS, message: "The params of a request have to be an object." };
        this.#setup.port.send({ jsonrpc: "2.0", id, error });
      }
      return;
    }
    if (message.method === undefined) {
      this.#questions.answered(message);
    } else if (message.id === undefined) {
      this.#notified(currentName(message.method), message.params ?? {});
    } else {
      void this.#requested(message, message.id);
    }
  }

  loaded(): void {
    // Only the handshake matters, not the document's load event.
  }

  introduced(): boolean {
    return this.#introduced;
  }

  listening(): Promise<void> {
    return this.#listening;
  }

  partialInput(args: Json): void {
    if (this.#input === undefined && !this.#isCancelled) {
      this.#partial = args;
      this.#deliver();
    }
  }

  input(args: Json): void {
    this.#input = args;
    this.#inputSent = false;
    this.#deliver();
  }

  result(result: CallToolResult): void {
    this.#result = result;
    this.#resultSent = false;
    this.#deliver();
  }

  cancelled(reason: string | undefined): void {
    this.#isCancelled = true;
    this.#reason = reason;
    this.#deliver();
  }

  contextChanged(change: HostContext): void {
    if (!this.#initialized) {
      this.#pendingContext = { ...this.#pendingContext, ...change };
    } else if (this.requests.gate.allows("contextChanged", "ui/notifications/host-context-changed")) {
      this.#notify("ui/notifications/host-context-changed", change);
    }
  }

  listChanged(list: "tools" | "resources" | "prompts"): void {
    if (this.#initialized && has(this.#setup.profile, listFeatures[list]) !== false) {
      this.#notify(`notifications/${list}/list_changed`, {});
    }
  }

  /** Sends a request to the view; rejects with the view's error, and when the view is gone. */
  ask(method: string, params: Json, ms: number): Promise<unknown> {
    return this.#questions.ask(method, params, ms);
  }

  /** What the view has declared in ui/initialize. */
  declared(): Json {
    return this.#declared;
  }

  callViewTool(name: string, args: Json): Promise<CallToolResult> {
    return this.#appTools.call(name, args);
  }

  modes(): DisplayMode[] {
    const declared = this.#viewModes;
    const offered = this.#setup.context().availableDisplayModes ?? this.#setup.profile.displayModes;
    return offered.filter((mode) => declared === undefined || declared.includes(mode));
  }

  async teardown(reason: string | undefined): Promise<void> {
    if (this.#initialized && this.requests.gate.allows("teardown", "ui/resource-teardown")) {
      const { teardownMs = TEARDOWN_MS } = this.#setup;
      await this.#questions
        .ask("ui/resource-teardown", withReason(reason), teardownMs, { cancelOnTimeout: false })
        .catch(() => undefined);
    }
    this.end();
  }

  /** Ends the connection without a word. */
  end(): void {
    this.#ended = true;
    this.#initialized = false;
    // Open requests are cancelled only now, because a view may need them to save its state.
    this.#open.cancelAll("the view is gone");
    this.#appTools.end();
    this.#questions.rejectAll("The view is gone.");
  }

  waiting(): string {
    if (!this.#introduced) {
      return "ui/initialize never arrived";
    }
    if (!this.#initialized) {
      return "ui/notifications/initialized never arrived";
    }
    return this.#isCancelled ? (this.#reason ?? "the call was cancelled") : TOOL_PENDING;
  }

  async #requested(message: RpcMessage, id: RpcId): Promise<void> {
    const { port } = this.#setup;
    const method = currentName(message.method ?? "");
    if (method === "ui/initialize") {
      port.send({ jsonrpc: "2.0", id, result: this.#introduce(message) });
      return;
    }
    const request = this.#open.begin(id);
    if (!request) {
      const error = { code: INVALID_REQUEST, message: "A request with this id is still open. Give each request its own." };
      port.send({ jsonrpc: "2.0", id, error });
      return;
    }
    let answer: Json;
    try {
      answer = { result: await this.#answer(method, message.params ?? {}, request.signal) };
    } catch (error) {
      answer = { error: faultOf(error) };
    }
    this.#open.end(id, request);
    if (!request.signal.aborted && !this.#ended) {
      port.send({ jsonrpc: "2.0", id, ...answer });
    }
  }

  #answer(method: string, params: Json, signal: AbortSignal): Promise<unknown> {
    return this.requests.answer(method, params, {
      signal,
      progress: (token, progress) => {
        if (this.#initialized && !signal.aborted) {
          this.#notify("notifications/progress", { progressToken: token, ...readProgress(progress) });
        }
      },
    });
  }

  // A view that reloads itself initializes again and gets everything again. Its open requests are cancelled, because
  // it may use the same ids again.
  #introduce(message: RpcMessage): Json {
    const { profile, capabilities, sandbox } = this.#setup;
    const intro = introduction(message.method ?? "", message.params ?? {});
    if (intro.fault !== undefined) {
      this.#setup.services.notice({ kind: "fault", what: intro.fault });
    }
    this.#open.cancelAll("the view was reloaded");
    this.#appTools.end();
    this.#questions.rejectAll("The view was reloaded.");
    this.#introduced = true;
    this.#initialized = false;
    this.#inputSent = false;
    this.#resultSent = false;
    this.#cancelSent = false;
    this.#pendingContext = {};
    this.#viewModes = intro.modes;
    this.#declared = intro.capabilities;
    this.#usesOldNames = intro.old;
    const hostInfo = { name: profile.hostInfo.name || profile.title, version: profile.hostInfo.version || "0" };
    const offered = capabilities ?? hostCapabilities(profile, sandbox?.());
    const context = this.#setup.context();
    return {
      protocolVersion: intro.protocol,
      hostInfo,
      hostCapabilities: offered,
      hostContext: intro.old ? withOldNames(context) : context,
      ...(intro.old ? { host: hostInfo, capabilities: offered } : {}),
    };
  }

  #notified(method: string, params: Json): void {
    switch (method) {
      case "ui/notifications/initialized":
        this.#viewInitialized();
        break;
      case "notifications/cancelled":
        this.#open.cancel(params["requestId"], reasonOf(params));
        break;
      case "notifications/tools/list_changed":
        this.#appTools.refresh();
        break;
      default:
        this.requests.notify(method, params);
    }
  }

  #viewInitialized(): void {
    if (!this.#introduced) {
      this.#setup.services.notice({ kind: "fault", what: "sent ui/notifications/initialized before ui/initialize" });
      return;
    }
    const first = !this.#initialized;
    this.#initialized = true;
    this.#setup.observe?.("ui/notifications/initialized", {});
    if (Object.keys(this.#pendingContext).length > 0) {
      const pending = this.#pendingContext;
      this.#pendingContext = {};
      this.#notify("ui/notifications/host-context-changed", pending);
    }
    this.#startListening();
    this.#deliver();
    if (first && isRecord(this.#declared["tools"])) {
      this.#appTools.begin();
    }
  }

  // Nothing is sent before the view is initialized. Then input comes first, and the result last.
  #deliver(): void {
    if (!this.#initialized) {
      return;
    }
    const { gate } = this.requests;
    if (this.#partial !== undefined) {
      const args = this.#partial;
      this.#partial = undefined;
      if (gate.allows("partialInput", "ui/notifications/tool-input-partial")) {
        this.#notify("ui/notifications/tool-input-partial", { arguments: args });
      }
    }
    if (this.#input !== undefined && !this.#inputSent) {
      this.#inputSent = true;
      this.#notify("ui/notifications/tool-input", { arguments: this.#input });
    }
    if (this.#isCancelled) {
      if (!this.#cancelSent && gate.allows("cancelled", "ui/notifications/tool-cancelled")) {
        this.#cancelSent = true;
        this.#notify("ui/notifications/tool-cancelled", withReason(this.#reason));
      }
      return;
    }
    if (this.#result !== undefined && this.#inputSent && !this.#resultSent) {
      this.#resultSent = true;
      this.#notify("ui/notifications/tool-result", { content: [], ...this.#result });
      this.#setup.services.ready();
    }
  }

  #notify(method: string, params: Json): void {
    this.#setup.port.send({ jsonrpc: "2.0", method, params });
    if (this.#usesOldNames) {
      for (const name of oldNamesOf(method)) {
        this.#setup.port.send({ jsonrpc: "2.0", method: name, params: withOldNames(params) });
      }
    }
  }
}

function withReason(reason: string | undefined): Json {
  return reason === undefined ? {} : { reason };
}

function reasonOf({ reason }: Json): string {
  return typeof reason === "string" && reason !== "" ? shortName(reason) : "the view cancelled it";
}

// A host of MCP Apps 2026-01-26 and its draft, for one view.

import type { CallToolResult, DisplayMode, Json } from "./types.ts";
import { isRecord } from "./types.ts";
import { AppTools } from "./apptools.ts";
import { ViewRequests } from "./viewrequests.ts";
import { contextChange, hostContext } from "./context.ts";
import { withOldNames, currentName, introduction, oldNamesOf } from "./dialect.ts";
import { Gate, has, hostCapabilities } from "./features.ts";
import {
  asRpc,
  faultOf,
  idOfBadRequest,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  RpcError,
} from "./jsonrpc.ts";
import type { RpcId, RpcMessage } from "./jsonrpc.ts";
import { OpenRequests, Slots } from "./openrequests.ts";
import { shortName } from "./params.ts";
import { readProgress } from "./progress.ts";
import { TEARDOWN_MS, TOOL_PENDING } from "./protocol.ts";
import type { Protocol, Setup, Surroundings } from "./protocol.ts";
import { answerRequest, takeNotification } from "./requests.ts";

// The feature that a host needs to notify views of a list's change.
const listFeatures = { tools: "serverTools", resources: "serverResources", prompts: "serverPrompts" };

export class McpAppsHost implements Protocol {
  /** Checks the host's features; shared with other protocols of the same view. */
  readonly gate: Gate;
  /** Limits the view's open requests; shared with other protocols of the same view. */
  readonly slots = new Slots();
  readonly #setup: Setup;
  readonly #requests: ViewRequests;
  readonly #appTools: AppTools;
  readonly #open = new OpenRequests();
  readonly #listening: Promise<void>;
  #startListening: () => void = () => undefined;
  #surroundings: Surroundings;
  #introduced = false;
  #initialized = false;
  #ended = false;
  #usesOldNames = false;
  #offersTools = false;
  #viewModes: string[] | undefined;
  #input: Json | undefined;
  #inputSent = false;
  #result: CallToolResult | undefined;
  #resultSent = false;
  #cancelled: string | undefined;
  #cancelSent = false;
  #pendingContext: Json = {};

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#surroundings = { ...setup.surroundings };
    this.gate = new Gate(setup.profile, (notice) => setup.services.notice(notice));
    this.#requests = new ViewRequests(setup.port);
    this.#appTools = new AppTools(this.#requests, setup.services);
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
      this.#requests.answered(message);
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
    if (this.#initialized && this.#input === undefined && this.#cancelled === undefined) {
      if (this.gate.allows("partialInput", "ui/notifications/tool-input-partial")) {
        this.#notify("ui/notifications/tool-input-partial", { arguments: args });
      }
    }
  }

  input(args: Json): void {
    this.#input = args;
    this.#deliver();
  }

  result(result: CallToolResult): void {
    this.#result = result;
    this.#deliver();
  }

  cancelled(reason: string): void {
    this.#cancelled = reason;
    this.#deliver();
  }

  surroundings(change: Partial<Surroundings>): void {
    this.#surroundings = { ...this.#surroundings, ...change };
    const patch = contextChange(change);
    if (!this.#initialized) {
      this.#pendingContext = { ...this.#pendingContext, ...patch };
    } else if (this.gate.allows("contextChanged", "ui/notifications/host-context-changed")) {
      this.#notify("ui/notifications/host-context-changed", patch);
    }
  }

  listChanged(list: "tools" | "resources" | "prompts"): void {
    if (this.#initialized && has(this.#setup.profile, listFeatures[list]) !== false) {
      this.#notify(`notifications/${list}/list_changed`, {});
    }
  }

  callViewTool(name: string, args: Json): Promise<CallToolResult> {
    return this.#appTools.call(name, args);
  }

  modes(): DisplayMode[] {
    const declared = this.#viewModes;
    return this.#setup.profile.displayModes.filter((mode) => declared === undefined || declared.includes(mode));
  }

  async teardown(reason: string): Promise<void> {
    if (this.#initialized && this.gate.allows("teardown", "ui/resource-teardown")) {
      await this.#requests
        .ask("ui/resource-teardown", { reason }, TEARDOWN_MS, { cancelOnTimeout: false })
        .catch(() => undefined);
    }
    this.#ended = true;
    this.#initialized = false;
    // Open requests are cancelled only now, because a view may need them to save its state.
    this.#open.cancelAll("the view is gone");
    this.#appTools.end();
    this.#requests.rejectAll("The view is gone.");
  }

  waiting(): string {
    if (!this.#introduced) {
      return "ui/initialize never arrived";
    }
    if (!this.#initialized) {
      return "ui/notifications/initialized never arrived";
    }
    return this.#cancelled ?? TOOL_PENDING;
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
      if (error instanceof RpcError && error.code === METHOD_NOT_FOUND && error.data === undefined) {
        this.#setup.services.notice({ kind: "unsupported", what: shortName(message.method ?? "") });
      }
    }
    this.#open.end(id, request);
    if (!request.signal.aborted && !this.#ended) {
      port.send({ jsonrpc: "2.0", id, ...answer });
    }
  }

  #answer(method: string, params: Json, signal: AbortSignal): unknown {
    return answerRequest(method, params, {
      gate: this.gate,
      services: this.#setup.services,
      slots: this.slots,
      signal,
      progress: (token, progress) => {
        if (this.#initialized && !signal.aborted) {
          this.#notify("notifications/progress", { progressToken: token, ...readProgress(progress) });
        }
      },
      modes: () => this.modes(),
      mode: () => this.#surroundings.displayMode,
    });
  }

  // A view that reloads itself initializes again and gets everything again. Its open requests are cancelled, because
  // it may use the same ids again.
  #introduce(message: RpcMessage): Json {
    const { profile, tool, version, sandbox } = this.#setup;
    const intro = introduction(message.method ?? "", message.params ?? {});
    this.#open.cancelAll("the view was reloaded");
    this.#appTools.end();
    this.#requests.rejectAll("The view was reloaded.");
    this.#introduced = true;
    this.#initialized = false;
    this.#inputSent = false;
    this.#resultSent = false;
    this.#cancelSent = false;
    this.#pendingContext = {};
    this.#viewModes = intro.modes;
    this.#offersTools = isRecord(intro.capabilities["tools"]);
    this.#usesOldNames = intro.old;
    const hostInfo = { name: profile.hostInfo.name || profile.title, version: profile.hostInfo.version || "0" };
    const capabilities = hostCapabilities(profile, sandbox());
    const context = hostContext(profile, tool(), this.#surroundings, version);
    return {
      protocolVersion: intro.protocol,
      hostInfo,
      hostCapabilities: capabilities,
      hostContext: intro.old ? withOldNames(context) : context,
      ...(intro.old ? { host: hostInfo, capabilities } : {}),
    };
  }

  #notified(method: string, params: Json): void {
    switch (method) {
      case "ui/notifications/initialized":
        this.#viewInitialized();
        break;
      case "notifications/cancelled":
        this.#open.cancel(params["requestId"], "the view cancelled it");
        break;
      case "notifications/tools/list_changed":
        this.#appTools.refresh();
        break;
      default:
        takeNotification(method, params, { gate: this.gate, services: this.#setup.services });
    }
  }

  #viewInitialized(): void {
    if (!this.#introduced) {
      this.#setup.services.notice({ kind: "fault", what: "sent ui/notifications/initialized before ui/initialize" });
      return;
    }
    const first = !this.#initialized;
    this.#initialized = true;
    if (Object.keys(this.#pendingContext).length > 0) {
      const pending = this.#pendingContext;
      this.#pendingContext = {};
      this.#notify("ui/notifications/host-context-changed", pending);
    }
    this.#startListening();
    this.#deliver();
    if (first && this.#offersTools) {
      this.#appTools.begin();
    }
  }

  // Nothing is sent before the view is initialized. Then input comes first, and the result last.
  #deliver(): void {
    if (!this.#initialized) {
      return;
    }
    if (this.#input !== undefined && !this.#inputSent) {
      this.#inputSent = true;
      this.#notify("ui/notifications/tool-input", { arguments: this.#input });
    }
    if (this.#cancelled !== undefined) {
      if (!this.#cancelSent && this.gate.allows("cancelled", "ui/notifications/tool-cancelled")) {
        this.#cancelSent = true;
        this.#notify("ui/notifications/tool-cancelled", { reason: this.#cancelled });
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

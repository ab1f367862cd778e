// A host of MCP Apps, 2026-01-26: the lifecycle of one view.

import type { CallToolResult, DisplayMode, Json } from "../wire.ts";
import { contextChange, hostContext } from "./context.ts";
import { contextBefore, currentName, introduction, namesBefore } from "./dialect.ts";
import { Gate, hostCapabilities } from "./features.ts";
import { asRpc, faultOf, METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import type { RpcId, RpcMessage } from "./jsonrpc.ts";
import { TEARDOWN_MS } from "./protocol.ts";
import type { Protocol, Setup, Surroundings } from "./protocol.ts";
import { answerRequest, takeNotification } from "./requests.ts";

export class McpAppsHost implements Protocol {
  readonly #setup: Setup;
  readonly #gate: Gate;
  readonly #answers = new Map<RpcId, () => void>();
  #around: Surroundings;
  #introduced = false;
  #initialized = false;
  #old = false;
  #viewModes: string[] | undefined;
  #input: Json | undefined;
  #inputSent = false;
  #result: CallToolResult | undefined;
  #resultSent = false;
  #cancelled: string | undefined;
  #missed: Json = {};
  #nextId = 1;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#around = { ...setup.surroundings };
    this.#gate = new Gate(setup.profile, (notice) => setup.services.notice(notice));
  }

  receive(data: unknown): void {
    const message = asRpc(data);
    if (!message) {
      this.#setup.services.notice({ kind: "fault", what: "sent a message that is no JSON-RPC 2.0" });
      return;
    }
    if (message.method === undefined) {
      this.#answers.get(message.id as RpcId)?.();
    } else if (message.id === undefined) {
      this.#notified(currentName(message.method), message.params ?? {});
    } else {
      void this.#requested(message, message.id);
    }
  }

  loaded(): void {
    // The handshake decides, not the document's load event.
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
    this.#around = { ...this.#around, ...change };
    const patch = contextChange(change);
    if (!this.#initialized) {
      this.#missed = { ...this.#missed, ...patch };
    } else if (this.#gate.allows("contextChanged", "ui/notifications/host-context-changed")) {
      this.#notify("ui/notifications/host-context-changed", patch);
    }
  }

  modes(): DisplayMode[] {
    const declared = this.#viewModes;
    return this.#setup.profile.displayModes.filter((mode) => declared === undefined || declared.includes(mode));
  }

  async teardown(reason: string): Promise<void> {
    if (!this.#initialized || !this.#gate.allows("teardown", "ui/resource-teardown")) {
      return;
    }
    const id = `host-${this.#nextId++}`;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, TEARDOWN_MS);
      this.#answers.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      this.#setup.port.send({ jsonrpc: "2.0", id, method: "ui/resource-teardown", params: { reason } });
    });
    this.#answers.delete(id);
  }

  waiting(): string {
    if (!this.#introduced) {
      return "ui/initialize never came";
    }
    if (!this.#initialized) {
      return "ui/notifications/initialized never came";
    }
    return this.#cancelled ?? "the tool has not answered";
  }

  async #requested(message: RpcMessage, id: RpcId): Promise<void> {
    const { port, services } = this.#setup;
    const method = currentName(message.method ?? "");
    try {
      const result =
        method === "ui/initialize" ? this.#introduce(message) : await this.#answer(method, message.params ?? {});
      port.send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === METHOD_NOT_FOUND && error instanceof RpcError && error.data === undefined) {
        services.notice({ kind: "unsupported", what: message.method ?? "" });
      }
      port.send({ jsonrpc: "2.0", id, error: fault });
    }
  }

  #answer(method: string, params: Json): unknown {
    return answerRequest(method, params, {
      gate: this.#gate,
      services: this.#setup.services,
      modes: () => this.modes(),
      mode: () => this.#around.displayMode,
    });
  }

  // A view that reloads itself introduces itself again and gets everything again.
  #introduce(message: RpcMessage): Json {
    const { profile, tool, version } = this.#setup;
    const intro = introduction(message.method ?? "", message.params ?? {});
    this.#introduced = true;
    this.#initialized = false;
    this.#inputSent = false;
    this.#resultSent = false;
    this.#missed = {};
    this.#viewModes = intro.modes;
    this.#old = intro.old;
    const hostInfo = { name: profile.hostInfo.name || profile.title, version: profile.hostInfo.version || "0" };
    const capabilities = hostCapabilities(profile);
    const context = hostContext(profile, tool(), this.#around, version);
    return {
      protocolVersion: intro.protocol,
      hostInfo,
      hostCapabilities: capabilities,
      hostContext: intro.old ? contextBefore(context) : context,
      ...(intro.old ? { host: hostInfo, capabilities } : {}),
    };
  }

  #notified(method: string, params: Json): void {
    if (method === "ui/notifications/initialized") {
      this.#initialized = this.#introduced;
      if (!this.#introduced) {
        this.#setup.services.notice({ kind: "fault", what: "sent ui/notifications/initialized before ui/initialize" });
        return;
      }
      if (Object.keys(this.#missed).length > 0) {
        const missed = this.#missed;
        this.#missed = {};
        this.#notify("ui/notifications/host-context-changed", missed);
      }
      this.#deliver();
      return;
    }
    takeNotification(method, params, { gate: this.#gate, services: this.#setup.services });
  }

  // Nothing goes to the view before it is initialized; then input, then result.
  #deliver(): void {
    if (!this.#initialized) {
      return;
    }
    if (this.#input !== undefined && !this.#inputSent) {
      this.#inputSent = true;
      this.#notify("ui/notifications/tool-input", { arguments: this.#input });
    }
    if (this.#cancelled !== undefined) {
      if (this.#gate.allows("cancelled", "ui/notifications/tool-cancelled")) {
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
    if (this.#old) {
      for (const name of namesBefore(method)) {
        this.#setup.port.send({ jsonrpc: "2.0", method: name, params: contextBefore(params) });
      }
    }
  }
}

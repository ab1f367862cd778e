// A host like ChatGPT: all of MCP Apps, and in addition window.openai, whose script in the sandbox sends openai/*
// messages.

import type { CallToolResult, DisplayMode, Json } from "./types.ts";
import { Actions } from "./actions.ts";
import { globalsChange, globalsOfResult } from "./context.ts";
import type { Gate } from "./features.ts";
import { asRpc, faultOf, METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import { McpAppsHost } from "./mcpapps.ts";
import { invalid, shortName, webAddress } from "./params.ts";
import { TOOL_PENDING } from "./protocol.ts";
import type { Protocol, Setup, Surroundings } from "./protocol.ts";

// How long to wait after the document has loaded for ui/initialize, which views with window.openai need not send.
const GRACE_MS = 300;

export class ChatGptHost implements Protocol {
  readonly #setup: Setup;
  readonly #apps: McpAppsHost;
  readonly #gate: Gate;
  readonly #actions: Actions;
  readonly #settled: Promise<void>;
  #settle: () => void = () => undefined;
  #surroundings: Surroundings;
  #loaded = false;
  #pendingGlobals: Json = {};
  #result: CallToolResult | undefined;
  #cancelled: string | undefined;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#surroundings = { ...setup.surroundings };
    // The view is ready when it has the globals, whether or not it also uses MCP Apps.
    this.#apps = new McpAppsHost({ ...setup, services: { ...setup.services, ready: () => undefined } });
    // Both APIs share the limits and notices, because they belong to one view.
    this.#gate = this.#apps.gate;
    this.#actions = new Actions(this.#gate, this.#apps.slots, setup.services);
    this.#settled = new Promise((resolve) => (this.#settle = resolve));
  }

  receive(data: unknown): void {
    const message = asRpc(data);
    if (message?.method?.startsWith("openai/")) {
      void this.#answerOpenai(message.method.slice("openai/".length), message.params ?? {}, message.id);
    } else {
      this.#apps.receive(data);
    }
  }

  loaded(): void {
    this.#loaded = true;
    setTimeout(() => this.#settle(), GRACE_MS);
    this.#deliver();
  }

  introduced(): boolean {
    return this.#apps.introduced();
  }

  listening(): Promise<void> {
    return Promise.race([this.#apps.listening(), this.#settled]);
  }

  partialInput(args: Json): void {
    this.#apps.partialInput(args);
  }

  listChanged(list: "tools" | "resources" | "prompts"): void {
    this.#apps.listChanged(list);
  }

  callViewTool(name: string, args: Json): Promise<CallToolResult> {
    return this.#apps.callViewTool(name, args);
  }

  input(args: Json): void {
    this.#apps.input(args);
    this.#globals({ toolInput: args });
  }

  result(result: CallToolResult): void {
    this.#result = result;
    this.#apps.result(result);
    this.#globals(globalsOfResult(result));
  }

  cancelled(reason: string): void {
    this.#cancelled = reason;
    this.#apps.cancelled(reason);
  }

  surroundings(change: Partial<Surroundings>): void {
    this.#surroundings = { ...this.#surroundings, ...change };
    this.#apps.surroundings(change);
    this.#globals(globalsChange(change));
  }

  modes(): DisplayMode[] {
    return this.#apps.modes();
  }

  async teardown(reason: string): Promise<void> {
    await this.#apps.teardown(reason);
    this.#actions.end();
  }

  waiting(): string {
    return this.#loaded ? (this.#cancelled ?? TOOL_PENDING) : "the view's document did not load";
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

  async #answerOpenai(name: string, params: Json, id: string | number | undefined): Promise<void> {
    try {
      const result = await this.#handle(name, params);
      if (id !== undefined) {
        this.#setup.port.send({ jsonrpc: "2.0", id, result: result ?? {} });
      }
    } catch (error) {
      if (id !== undefined) {
        this.#setup.port.send({ jsonrpc: "2.0", id, error: faultOf(error) });
      }
    }
  }

  #handle(name: string, params: Json): unknown {
    const { services } = this.#setup;
    const what = `window.openai.${shortName(name)}`;
    switch (name) {
      case "callTool":
        return this.#actions.callTool(what, params["name"], params["args"], "callTool needs the tool's name.");
      case "sendFollowUpMessage":
        return this.#actions.message(what, params["prompt"], "sendFollowUpMessage needs a prompt.");
      case "openExternal":
        return this.#actions.openLink(what, params["href"]);
      case "requestDisplayMode": {
        const wanted = this.modes().find((mode) => mode === params["mode"]);
        return { mode: wanted ? services.displayMode(wanted) : this.#surroundings.displayMode };
      }
      case "setWidgetState":
        this.#gate.require("widgetState", what);
        services.state(params["state"]);
        return {};
      case "notifyIntrinsicHeight":
        services.resize({ height: needHeight(params["height"]) });
        return {};
      case "requestClose":
        services.close();
        return {};
      case "setOpenInAppUrl":
        services.log("info", "window.openai", { setOpenInAppUrl: webAddress(params["href"]).href });
        return {};
      default:
        services.notice({ kind: "unsupported", what });
        throw new RpcError(METHOD_NOT_FOUND, `The workbench has no ${what} yet.`);
    }
  }
}

function needHeight(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
    throw invalid("notifyIntrinsicHeight needs a height in pixels.");
  }
  return value;
}

// A host like ChatGPT: all of MCP Apps, and window.openai beside it, which the
// sandbox's script carries over as openai/* messages.

import type { CallToolResult, DisplayMode, Json } from "../wire.ts";
import { Actions } from "./actions.ts";
import { globalsChange, globalsOfResult } from "./context.ts";
import type { Gate } from "./features.ts";
import { asRpc, faultOf, METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import { McpAppsHost } from "./mcpapps.ts";
import { invalid, shortName, webAddress } from "./params.ts";
import { TOOL_PENDING } from "./protocol.ts";
import type { Protocol, Setup, Surroundings } from "./protocol.ts";

// How long a loaded view that may speak MCP Apps is waited for.
const GRACE_MS = 300;

export class ChatGptHost implements Protocol {
  readonly #setup: Setup;
  readonly #apps: McpAppsHost;
  readonly #gate: Gate;
  readonly #actions: Actions;
  readonly #settled: Promise<void>;
  #settle: () => void = () => undefined;
  #around: Surroundings;
  #loaded = false;
  #missed: Json = {};
  #result: CallToolResult | undefined;
  #cancelled: string | undefined;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#around = { ...setup.surroundings };
    // Ready is when the globals are there, whether or not the view also speaks MCP Apps.
    this.#apps = new McpAppsHost({ ...setup, services: { ...setup.services, ready: () => undefined } });
    // It is one view, whichever way it asks.
    this.#gate = this.#apps.gate;
    this.#actions = new Actions(this.#gate, this.#apps.slots, setup.services);
    this.#settled = new Promise((resolve) => (this.#settle = resolve));
  }

  receive(data: unknown): void {
    const message = asRpc(data);
    if (message?.method?.startsWith("openai/")) {
      void this.#openai(message.method.slice("openai/".length), message.params ?? {}, message.id);
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
    this.#around = { ...this.#around, ...change };
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

  // Before the document has loaded nobody may be listening, so changes gather.
  #globals(change: Json): void {
    this.#missed = { ...this.#missed, ...change };
    this.#deliver();
  }

  #deliver(): void {
    if (!this.#loaded) {
      return;
    }
    if (Object.keys(this.#missed).length > 0) {
      const globals = this.#missed;
      this.#missed = {};
      this.#setup.port.send({ jsonrpc: "2.0", method: "openai/setGlobals", params: { globals } });
    }
    if (this.#result !== undefined) {
      this.#setup.services.ready();
    }
  }

  async #openai(name: string, params: Json, id: string | number | undefined): Promise<void> {
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
        return { mode: wanted ? services.displayMode(wanted) : this.#around.displayMode };
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

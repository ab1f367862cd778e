// What views that speak something else than MCP Apps ask for as well: a tool,
// a message, a link. Each protocol has its own names for them.

import { isRecord } from "../wire.ts";
import type { CallToolResult, Json } from "../wire.ts";
import type { Gate } from "./features.ts";
import type { Slots } from "./open.ts";
import { needText, webAddress } from "./params.ts";
import type { Services } from "./protocol.ts";

export class Actions {
  readonly #gate: Gate;
  readonly #slots: Slots;
  readonly #services: Services;
  readonly #end = new AbortController();

  constructor(gate: Gate, slots: Slots, services: Services) {
    this.#gate = gate;
    this.#slots = slots;
    this.#services = services;
  }

  /** what names the action; unnamed is the error where there is no name. */
  callTool(what: string, name: unknown, args: unknown, unnamed: string): Promise<CallToolResult> {
    this.#gate.require("serverTools", what);
    const tool = needText(name, unnamed);
    const options = { signal: this.#end.signal };
    return this.#slots.run("server", () => this.#services.callTool(tool, isRecord(args) ? args : {}, options));
  }

  /** empty is the error where there is no text. */
  message(what: string, text: unknown, empty: string): Json {
    this.#gate.require("message", what);
    this.#services.message([{ type: "text", text: needText(text, empty) }]);
    return {};
  }

  openLink(what: string, address: unknown): Promise<Json> {
    this.#gate.require("openLinks", what);
    return this.#services.openLink(webAddress(address), this.#end.signal).then((opened) => ({ opened }));
  }

  /** The view is gone, and with it all that it waits for. */
  end(): void {
    this.#end.abort(new Error("the view is gone"));
  }
}

// Actions that exist in several protocols under different names: calling a tool, sending a message, opening a link.

import { isRecord } from "./types.ts";
import type { CallToolResult, Json } from "./types.ts";
import type { Gate } from "./features.ts";
import type { Slots } from "./openrequests.ts";
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

  /** what is the action's name for notices; unnamed is the error message for a missing tool name. */
  callTool(what: string, name: unknown, args: unknown, unnamed: string): Promise<CallToolResult> {
    this.#gate.require("serverTools", what);
    const tool = needText(name, unnamed);
    const options = { signal: this.#end.signal };
    return this.#slots.run("server", () => this.#services.callTool(tool, isRecord(args) ? args : {}, options));
  }

  /** what is the action's name for notices; empty is the error message for a missing text. */
  message(what: string, text: unknown, empty: string): Json {
    this.#gate.require("message", what);
    this.#services.message([{ type: "text", text: needText(text, empty) }]);
    return {};
  }

  openLink(what: string, address: unknown): Promise<Json> {
    this.#gate.require("openLinks", what);
    return this.#services.openLink(webAddress(address), this.#end.signal).then((opened) => ({ opened }));
  }

  /** Aborts the view's actions, because the view is gone. */
  end(): void {
    this.#end.abort(new Error("the view is gone"));
  }
}

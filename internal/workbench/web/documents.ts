// The documents of a run's view, as the server makes them and lets go of them.

import type { ViewQuery } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { globalsOfResult, openaiGlobals } from "./host/context.ts";
import type { Surface } from "./surface.ts";
import type { ToolCall } from "./toolcall.ts";
import type { CallToolResult, Json, Profile, Tool, ViewAnswer } from "./wire.ts";

/** What a document replaces. */
export interface Before {
  /** The tool as this host was told it. */
  tool: Tool;
  restore: Json | undefined;
  /** The address of a document that stands by. */
  standby: string | undefined;
}

export class Documents {
  readonly #bench: Bench;
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #call: ToolCall;
  #asking = false;
  /** What the host keeps for the view. */
  kept: unknown = null;

  constructor(bench: Bench, profile: Profile, surface: Surface, call: ToolCall) {
    this.#bench = bench;
    this.#profile = profile;
    this.#surface = surface;
    this.#call = call;
  }

  /** The server is asked for a document. */
  get asking(): boolean {
    return this.#asking;
  }

  /** Asks for a document, and for the tool as this host is told it. */
  async ask(
    run: Run,
    result: CallToolResult | undefined,
    before?: Before,
  ): Promise<{ view: ViewAnswer; tool: Tool }> {
    const { server, tool } = run;
    // A document that replaces another is of the same tool; to list them all would hold it up.
    const told = before ? [before.tool] : this.#bench.toolsFor(server, this.#profile.id).catch(() => []);
    this.#asking = true;
    const view = await this.#bench.api.view(this.#query(run, result, before)).finally(() => (this.#asking = false));
    return { view, tool: (await told).find((one) => one.name === tool.name) ?? tool };
  }

  release(view: ViewAnswer): void {
    if (view.kind === "view") {
      void this.#bench.api.release(view.document).catch(() => undefined);
    }
  }

  #query({ server, tool, args, stream }: Run, result: CallToolResult | undefined, before?: Before): ViewQuery {
    const query: ViewQuery = { server, profile: this.#profile.id, tool: tool.name, arguments: args };
    if (this.#profile.ui === "chatgpt") {
      const input = stream && this.#call.input === undefined ? null : args;
      query.globals = {
        ...openaiGlobals(input, this.#surface.surroundings()),
        ...(this.#call.result ? globalsOfResult(this.#call.result) : {}),
        widgetState: this.kept,
      };
    }
    return {
      ...query,
      ...(result ? { result } : {}),
      ...(before?.restore ? { restore: before.restore } : {}),
      ...(before?.standby ? { standby: before.standby } : {}),
    };
  }
}

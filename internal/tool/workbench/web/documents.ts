// The documents of a run's view, as the server makes them and lets go of them.

import type { ViewQuery } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { globalsOfResult, openaiGlobals } from "./host/context.ts";
import type { Surface } from "./surface.ts";
import type { ToolCall } from "./toolcall.ts";
import type { CallToolResult, Json, Profile, Tool, ViewAnswer } from "./wire.ts";

/** What is known when a document is asked for. */
export interface Known {
  /** The tool as this host was told it, where another document of it was there before. */
  tool?: Tool;
  /** What the document is to bring back of the one before. */
  restore?: Json | undefined;
  /** The address of a document that stands by. */
  standby?: string | undefined;
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
    known: Known = {},
  ): Promise<{ view: ViewAnswer; tool: Tool }> {
    const { server, tool } = run;
    // A document that replaces another is of the same tool; to list them all would hold it up.
    const told = known.tool ? [known.tool] : this.#bench.toolsFor(server, this.#profile.id).catch(() => []);
    this.#asking = true;
    const view = await this.#bench.api.view(this.#query(run, result, known)).finally(() => (this.#asking = false));
    return { view, tool: (await told).find((one) => one.name === tool.name) ?? tool };
  }

  release(view: ViewAnswer): void {
    if (view.kind === "view") {
      void this.#bench.api.release(view.document).catch(() => undefined);
    }
  }

  #query({ server, tool, args, stream }: Run, result: CallToolResult | undefined, known: Known): ViewQuery {
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
      ...(known.restore ? { restore: known.restore } : {}),
      ...(known.standby ? { standby: known.standby } : {}),
    };
  }
}

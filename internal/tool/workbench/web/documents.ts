// Requests documents of a run's view from the server, and releases them.

import type { ViewQuery } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { firstGlobals, globalsOfResult } from "../../../../view/src/host/globals.ts";
import type { HostContext } from "../../../../view/src/values/types.ts";
import type { ToolCall } from "./toolcall.ts";
import type { CallToolResult, Json, Profile, Tool, ViewAnswer } from "./wire.ts";

/** What is known from a previous document. */
export interface KnownState {
  /** The tool as this host sees it. */
  tool?: Tool;
  /** The snapshot to restore. */
  restore?: Json | undefined;
  /** The address of a standby document. */
  standby?: string | undefined;
}

export class Documents {
  readonly #bench: Bench;
  readonly #profile: Profile;
  readonly #context: () => HostContext;
  readonly #call: ToolCall;
  #loading = false;
  /** The view's state, which the host stores. */
  kept: unknown = null;

  constructor(bench: Bench, profile: Profile, call: ToolCall, context: () => HostContext) {
    this.#bench = bench;
    this.#profile = profile;
    this.#call = call;
    this.#context = context;
  }

  /** Whether a request for a document is open. */
  get loading(): boolean {
    return this.#loading;
  }

  /** Requests a document, and the tool as this host sees it. */
  async ask(
    run: Run,
    result: CallToolResult | undefined,
    known: KnownState = {},
  ): Promise<{ view: ViewAnswer; tool: Tool }> {
    const { server, tool } = run;
    // A new document for the same tool needs no new list of tools, which would delay it.
    const tools = known.tool ? [known.tool] : this.#bench.toolsFor(server, this.#profile.id).catch(() => []);
    this.#loading = true;
    const view = await this.#bench.api.view(this.#query(run, result, known)).finally(() => (this.#loading = false));
    return { view, tool: (await tools).find((one) => one.name === tool.name) ?? tool };
  }

  release(view: ViewAnswer): void {
    if (view.kind === "view") {
      void this.#bench.api.release(view.document).catch(() => undefined);
    }
  }

  #query({ server, tool, args, stream }: Run, result: CallToolResult | undefined, known: KnownState): ViewQuery {
    const query: ViewQuery = { server, profile: this.#profile.id, tool: tool.name, arguments: args };
    // The view of the Automatic card may turn out to use them.
    if (this.#profile.ui === "chatgpt" || this.#profile.ui === "auto") {
      const input = stream && this.#call.input === undefined ? null : args;
      query.globals = {
        ...firstGlobals(input, this.#context(), this.kept),
        ...(this.#call.result ? globalsOfResult(this.#call.result) : {}),
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

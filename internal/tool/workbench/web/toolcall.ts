// The tool call of a run, as often as it is made: what went out, what came back, and
// how it is stopped.

import { ApiError, problemOf } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { readProgress } from "./host/progress.ts";
import type { Showing } from "./showing.ts";
import type { Surface } from "./surface.ts";
import type { CallToolResult, Json, Progress } from "./wire.ts";

const STOPPED = "stopped by the person";
const RESTARTED = "the server was restarted";

/** What a call tells the session that it is of. */
export interface CallEvents {
  asked(args: Json): void;
  answered(result: CallToolResult): void;
  /** There is no answer; why says {@link ToolCall.cancelled}. */
  failed(): void;
}

export class ToolCall {
  /** The server has become another process, and will be asked anew: what it has not given before then is no news. */
  anticipating = false;
  readonly #bench: Bench;
  readonly #profile: string;
  readonly #surface: Surface;
  readonly #events: CallEvents;
  #control = new AbortController();
  #input: Json | undefined;
  #result: CallToolResult | undefined;
  #cancelled: string | undefined;
  #ended = false;

  constructor(bench: Bench, profile: string, surface: Surface, events: CallEvents) {
    this.#bench = bench;
    this.#profile = profile;
    this.#surface = surface;
    this.#events = events;
  }

  /** The answer is still to come. */
  get pending(): boolean {
    return this.#result === undefined && this.#cancelled === undefined;
  }

  /** What the tool was asked with; undefined until it was. */
  get input(): Json | undefined {
    return this.#input;
  }

  get result(): CallToolResult | undefined {
    return this.#result;
  }

  /** Why there is no result, for the view. */
  get cancelled(): string | undefined {
    return this.#cancelled;
  }

  /** Why there is no result, as the reason of a frame that can't become ready. */
  get failure(): string {
    return this.#cancelled === STOPPED ? `the tool call was ${STOPPED}` : `the tool call failed: ${this.#cancelled}`;
  }

  /** Aborted when nobody waits for the call any more. */
  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Lets the person stop the call. */
  offerStop(): void {
    const control = this.#control;
    this.#surface.calling(() => control.abort(new Error(STOPPED)));
  }

  /** Resolves to the result, or to undefined when there is none, of which everybody has been told. */
  async make({ server, tool, args }: Run): Promise<CallToolResult | undefined> {
    const control = this.#control;
    const { signal } = control;
    const over = () => this.#ended || control !== this.#control;
    const started = performance.now();
    try {
      signal.throwIfAborted();
      this.#input = args;
      this.#events.asked(args);
      const progress = (one: Progress) => !over() && this.#surface.progress(readProgress(one));
      const answer = await this.#bench.api.call(server, this.#profile, tool.name, args, "host", { progress, signal });
      if (over()) {
        return undefined;
      }
      if (answer.rpcError || !answer.result) {
        throw new ApiError(
          200,
          `rpc ${answer.rpcError?.code ?? ""}`.trim(),
          answer.rpcError?.message ?? "The server sent neither a result nor an error.",
          "",
        );
      }
      this.#result = answer.result;
      this.#surface.calling(undefined);
      this.#surface.result(answer.result, answer.durationMs ?? performance.now() - started);
      this.#events.answered(answer.result);
      return answer.result;
    } catch (error) {
      if (!over() && (signal.aborted || !this.anticipating)) {
        this.#failed(error, signal.aborted);
      }
      return undefined;
    }
  }

  /** Makes the call once more; of the one before, nothing is heard any more. */
  again(run: Run): Promise<CallToolResult | undefined> {
    this.#control.abort(new Error(RESTARTED));
    this.#control = new AbortController();
    this.#result = undefined;
    this.#cancelled = undefined;
    this.offerStop();
    return this.make(run);
  }

  end(reason: string): void {
    this.#ended = true;
    if (this.pending) {
      this.#surface.calling(undefined);
      this.#control.abort(new Error(reason));
    }
  }

  #failed(error: unknown, stopped: boolean): void {
    const problem = stopped
      ? { code: "stopped", message: "The tool call was stopped.", fix: "Run the tool again to get its answer." }
      : problemOf(error);
    this.#cancelled = stopped ? STOPPED : problem.message;
    this.#surface.calling(undefined);
    this.#surface.callFailed(problem);
    this.#events.failed();
  }
}

/** Tells a view what there is of the call so far. */
export function deliver({ input, result, cancelled, failure }: ToolCall, { frame, protocol }: Showing): void {
  if (input !== undefined) {
    protocol?.input(input);
  }
  if (result !== undefined) {
    protocol?.result(result);
  }
  if (cancelled !== undefined) {
    protocol?.cancelled(cancelled);
    frame.fail(failure);
  }
}

// The tool call of a run, which can be stopped and repeated.

import { ApiError, problemOf } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { readProgress } from "../../../../view/src/host/progress.ts";
import type { FramedView } from "./framedview.ts";
import type { Surface } from "./surface.ts";
import type { CallToolResult, Json, Progress } from "./wire.ts";

const STOPPED = "stopped by the person";
const RESTARTED = "the server was restarted";

/** The events of a call for its session. */
export interface CallEvents {
  asked(args: Json): void;
  answered(result: CallToolResult): void;
  /** The call failed or was stopped; see {@link ToolCall.cancelled}. */
  failed(): void;
}

export class ToolCall {
  /** Whether the server restarts, and the call will be repeated: its errors are ignored. */
  restarting = false;
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

  /** Whether the call has neither a result nor failed. */
  get pending(): boolean {
    return this.#result === undefined && this.#cancelled === undefined;
  }

  /** The arguments; undefined before the call. */
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

  /** Aborted when the call was stopped, repeated or ended. */
  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Lets the person stop the call. */
  offerStop(): void {
    const control = this.#control;
    this.#surface.calling(() => control.abort(new Error(STOPPED)));
  }

  /** Makes the call. Resolves to the result, or to undefined after an error, which it has reported. */
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
      if (!over() && (signal.aborted || !this.restarting)) {
        this.#failed(error, signal.aborted);
      }
      return undefined;
    }
  }

  /** Repeats the call, and ignores the result of the previous one. */
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

/** Sends the current state of the call to a view. */
export function deliver({ input, result, cancelled, failure }: ToolCall, { frame, protocol }: FramedView): void {
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

// The tool call of a run, which can be stopped and repeated.

import { ApiError, problemOf } from "./api.ts";
import type { Problem } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { readProgress } from "../../../../view/src/host/progress.ts";
import { confirmationOf } from "./confirmation.ts";
import type { FramedView } from "./framedview.ts";
import type { KeptCall } from "./keeper.ts";
import type { Surface } from "./surface.ts";
import type { CallToolResult, Json, Profile, Progress, ServerQuestion, Tool } from "./wire.ts";

const STOPPED = "stopped by the person";
const RESTARTED = "the server was restarted";
const DENIED = "denied by the person";

/** The reasons for the view, by the codes of problems. */
const reasons: Record<string, string> = { stopped: STOPPED, denied: DENIED };

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
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #events: CallEvents;
  #control = new AbortController();
  #input: Json | undefined;
  #result: CallToolResult | undefined;
  #cancelled: string | undefined;
  #ended = false;
  #allowed = false;

  constructor(bench: Bench, profile: Profile, surface: Surface, events: CallEvents) {
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
    return this.#cancelled === STOPPED || this.#cancelled === DENIED
      ? `the tool call was ${this.#cancelled}`
      : `the tool call failed: ${this.#cancelled}`;
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

  /**
   * Makes the call, after a confirmation if the host asks for one. Resolves to the result, or to undefined after an
   * error or a denial, which it has reported.
   */
  async make({ server, tool, args, allowed = false }: Run): Promise<CallToolResult | undefined> {
    const control = this.#control;
    const { signal } = control;
    const over = () => this.#ended || control !== this.#control;
    const started = performance.now();
    try {
      signal.throwIfAborted();
      if (!this.#maySkipQuestion(tool, allowed) && !(await this.#confirmed(tool, args, signal))) {
        signal.throwIfAborted();
        if (!over()) {
          this.#fail(DENIED, { code: "denied", message: "The tool call was denied.", fix: "" });
        }
        return undefined;
      }
      this.#input = args;
      this.#events.asked(args);
      const progress = (one: Progress) => !over() && this.#surface.progress(readProgress(one));
      const question = (one: ServerQuestion) => !over() && this.#surface.serverAsks(one, signal);
      const answer = await this.#bench.api.call(server, this.#profile.id, tool.name, args, "host", { progress, question, signal });
      if (over()) {
        return undefined;
      }
      if (answer.rpcError || !answer.result) {
        throw new ApiError(
          200,
          `rpc ${answer.rpcError?.code ?? ""}`.trim(),
          answer.rpcError?.message ?? "The server sent neither a result nor an error.",
          "",
          answer.rpcError,
        );
      }
      return this.#answered(answer.result, answer.durationMs ?? performance.now() - started);
    } catch (error) {
      if (!over() && (signal.aborted || !this.restarting)) {
        this.#failed(error, signal.aborted);
      }
      return undefined;
    }
  }

  /** Shows how the call ended before the page was reloaded, without a call. Returns the result, if there was one. */
  restore(args: Json, kept: KeptCall | undefined): CallToolResult | undefined {
    this.#allowed = true;
    this.#input = args;
    this.#events.asked(args);
    if (kept && "result" in kept) {
      return this.#answered(kept.result, kept.durationMs);
    }
    const problem = kept?.problem ?? {
      code: "reloaded",
      message: "The page was reloaded before the tool had answered.",
      fix: "Run the tool again to get its answer.",
    };
    this.#fail(reasons[problem.code] ?? problem.message, problem);
    return undefined;
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

  // Reports what the host does besides asking. A repeated call is not asked for again.
  #maySkipQuestion(tool: Tool, allowed: boolean): boolean {
    const rule = confirmationOf(this.#profile, tool);
    const skip = this.#allowed || allowed || rule !== "ask";
    if (!this.#allowed && skip && (rule === "ask" || rule === "warn")) {
      this.#surface.unconfirmed(rule);
    }
    this.#allowed = skip;
    return skip;
  }

  async #confirmed(tool: Tool, args: Json, signal: AbortSignal): Promise<boolean> {
    this.#allowed = await this.#surface.confirm(tool, args, signal);
    return this.#allowed;
  }

  #answered(result: CallToolResult, durationMs: number): CallToolResult {
    this.#result = result;
    this.#surface.calling(undefined);
    this.#surface.result(result, durationMs);
    this.#events.answered(result);
    return result;
  }

  #failed(error: unknown, stopped: boolean): void {
    const problem = stopped
      ? { code: "stopped", message: "The tool call was stopped.", fix: "Run the tool again to get its answer." }
      : problemOf(error);
    this.#fail(stopped ? STOPPED : problem.message, problem);
  }

  // The reason is for the view.
  #fail(reason: string, problem: Problem): void {
    this.#cancelled = reason;
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

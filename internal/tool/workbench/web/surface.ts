// The interface between a session and its card.

import type { Problem } from "./api.ts";
import type { Cut, FrameStatus } from "./frame/frame.ts";
import type { HealthState } from "./frame/health.ts";
import type { Download, Notice, SamplingRequest } from "../../../../view/src/host/protocol.ts";
import type { Surroundings } from "./hostcontext.ts";
import type {
  CallToolResult,
  ContentBlock,
  DisplayMode,
  Json,
  MissingApi,
  Progress,
  ServerQuestion,
  Tool,
  ViewDocument,
  ViewStep,
} from "./wire.ts";
import type { Writing } from "./writing.ts";

/** The card of a session. */
export interface Surface {
  mount(frame: HTMLIFrameElement): void;
  /** Adds a hidden standby frame. */
  standBy(frame: HTMLIFrameElement): void;
  /** Adds a hidden frame that will replace the visible one, at the same size. */
  prepare(frame: HTMLIFrameElement): void;
  /** Shows the prepared frame. The old one stays behind it until leave. */
  swap(frame: HTMLIFrameElement): void;
  /** Hides the frame that was replaced. */
  leave(frame: HTMLIFrameElement): void;
  /** The document will be replaced; with called, the tool is called again, too. */
  renewing(called: boolean): void;
  surroundings(): Surroundings;
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  /** What is known to be wrong with the visible view. */
  health(state: HealthState): void;
  /** The visible document has loaded, or has sent its first message. */
  begun(): void;
  /** The arguments are being written piece by piece. */
  writing(writing: Writing): void;
  /** The visible document; again is set if it has replaced another one. */
  view(view: ViewDocument, again?: boolean): void;
  /** The view says nothing, because it needs this; undefined if it speaks after all. */
  missing(api: MissingApi | undefined): void;
  noView(reason: string, steps?: ViewStep[] | null): void;
  viewFailed(problem: Problem): void;
  result(result: CallToolResult, durationMs: number): void;
  callFailed(problem: Problem): void;
  /** A request of the view got an error with this text from the server. */
  requestFailed(text: string): void;
  modesChanged(modes: DisplayMode[]): void;
  /** Returns "loop" if each new height makes the view request another one. */
  resize(size: { width?: number; height?: number }, frame: HTMLIFrameElement): "loop" | undefined;
  setMode(mode: DisplayMode): DisplayMode;
  closed(): void;
  message(content: ContentBlock[]): void;
  intent(name: string, params: unknown): void;
  openLink(url: URL, signal: AbortSignal): Promise<boolean>;
  modelContext(context: Json): void;
  state(state: unknown): void;
  log(level: string, logger: string, data: unknown): void;
  notice(notice: Notice): void;
  violation(params: Json): void;
  /** Asks the person whether the host may call the tool. */
  confirm(tool: Tool, args: Json, signal: AbortSignal): Promise<boolean>;
  /** The call is made without the question, or with the warning, that the host has for it. */
  unconfirmed(rule: "ask" | "warn"): void;
  /** Sets the function that stops the call; undefined when the call is over. */
  calling(stop: (() => void) | undefined): void;
  progress(progress: Progress): void;
  /** A question of the server. The signal ends with the request that it belongs to. */
  serverAsks(question: ServerQuestion, signal: AbortSignal): void;
  sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined>;
  download(files: Download[], signal: AbortSignal): Promise<boolean>;
  /** Sets the view's own tools, and the function that calls one. */
  viewTools(tools: Tool[] | undefined, call: (name: string, args: Json) => Promise<CallToolResult>): void;
}

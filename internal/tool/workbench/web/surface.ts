// What a run needs of the card that it shows itself in.

import type { Problem } from "./api.ts";
import type { Cut, FrameStatus } from "./host/frame.ts";
import type { Download, Notice, SamplingRequest, Surroundings } from "./host/protocol.ts";
import type {
  CallToolResult,
  ContentBlock,
  DisplayMode,
  Json,
  Progress,
  Tool,
  ViewDocument,
  ViewStep,
} from "./wire.ts";

/** The card that a run shows itself in. */
export interface Surface {
  mount(frame: HTMLIFrameElement): void;
  /** Has a frame wait out of sight. */
  standBy(frame: HTMLIFrameElement): void;
  /** Has a frame that is to replace the one in sight load out of sight, at the same size. */
  prepare(frame: HTMLIFrameElement): void;
  /** Shows the frame that was prepared in place of the one in sight, which is about to go. */
  swap(frame: HTMLIFrameElement): void;
  /** Takes what was in sight before out of sight. */
  leave(frame: HTMLIFrameElement): void;
  /** The view's document begins to be replaced, or the tool's answer too. */
  renewing(called: boolean): void;
  surroundings(): Surroundings;
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  /** The document that is in sight; again where it has replaced another. */
  view(view: ViewDocument, again?: boolean): void;
  noView(reason: string, steps?: ViewStep[] | null): void;
  viewFailed(problem: Problem): void;
  result(result: CallToolResult, durationMs: number): void;
  callFailed(problem: Problem): void;
  modesChanged(modes: DisplayMode[]): void;
  resize(size: { width?: number; height?: number }, frame: HTMLIFrameElement): void;
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
  /** The tool call can be stopped by the person; undefined when it is over. */
  calling(stop: (() => void) | undefined): void;
  progress(progress: Progress): void;
  sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined>;
  download(files: Download[], signal: AbortSignal): Promise<boolean>;
  /** The view's own tools, and how the person calls one. */
  viewTools(tools: Tool[] | undefined, call: (name: string, args: Json) => Promise<CallToolResult>): void;
}

// One run in one host: the tool call, the view's document, the frame and the
// protocol, put together.

import { Meter } from "../../sandbox/web/meter.ts";
import { ApiError } from "./api.ts";
import type { ViewQuery } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { globalsOfResult, openaiGlobals } from "./host/context.ts";
import { ChatGptHost } from "./host/chatgpt.ts";
import { READY_MS } from "./host/frame.ts";
import type { Cut, FrameStatus } from "./host/frame.ts";
import { granted } from "./host/granted.ts";
import { McpAppsHost } from "./host/mcpapps.ts";
import { McpUiHost } from "./host/mcpui.ts";
import { partialArguments } from "./host/partial.ts";
import { readProgress } from "./host/progress.ts";
import { TOOL_PENDING } from "./host/protocol.ts";
import type { Download, Notice, Protocol, SamplingRequest, Services, Setup, Surroundings } from "./host/protocol.ts";
import { ServerProxy } from "./proxy.ts";
import { Showing } from "./showing.ts";
import { isHarmless, isOfView, isRecord, viewOf } from "./wire.ts";
import type {
  CallToolResult,
  ContentBlock,
  DisplayMode,
  Json,
  Profile,
  Progress,
  Style,
  Tool,
  ViewAnswer,
  ViewDocument,
  ViewStep,
} from "./wire.ts";

// A view that takes longer, once it has loaded, misses what the model writes.
const START_MS = 3000;
const WRITING_MS = 1200;
const STEPS = 16;
// Each change of the display mode lays the whole page out anew.
const MODE_RATE = { perSecond: 0.5, burst: 8 };
const STOPPED = "stopped by the person";
const REPLACED = "the view's document has changed";
const RESTARTED = "the server was restarted";
/** How long the old document stands in for one that does not become ready. */
const REPLACE_MS = 1500;
/** When a view is at rest. */
const STANDBY_MS = 150;

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

export interface Problem {
  code: string;
  message: string;
  fix: string;
}

export class ViewSession {
  readonly #bench: Bench;
  #run: Run;
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #proxy: ServerProxy;
  #calling = new AbortController();
  readonly #turns = new Meter(MODE_RATE, performance.now());
  /** The document in sight, and the one that is to replace it. */
  #showing: Showing;
  #next: Showing | undefined;
  /** What waits to become the next document. */
  #standby: Showing | undefined;
  #standing: ReturnType<typeof setTimeout> | undefined;
  /** Numbers the replacements: of several, the last one counts. */
  #replacing = 0;
  /** The newest change of the documents that was asked for. */
  #asked = 0;
  /** The server is asked for the view's document. */
  #asking = false;
  /** The tool call's answer is still to come. */
  #pending = true;
  /** What was delivered, for a document that comes later. */
  #input: Json | undefined;
  #result: CallToolResult | undefined;
  #cancelled: string | undefined;
  /** What the host keeps for the view. */
  #kept: unknown = null;
  #anticipated = false;
  #ended = false;
  #shows = true;
  #tool: Tool;
  #unlisten: () => void = () => undefined;

  constructor(bench: Bench, run: Run, profile: Profile, surface: Surface) {
    this.#bench = bench;
    this.#run = run;
    this.#tool = run.tool;
    this.#profile = profile;
    this.#surface = surface;
    this.#proxy = new ServerProxy(bench, run.server, profile.id, (what) => surface.notice({ kind: "refused", what }));
    this.#showing = this.#makeShowing();
  }

  /** Whether the session shows a view of this name, or would. */
  isOf(view: string): boolean {
    const uri = this.#showing.view?.uri ?? viewOf(this.#tool);
    return !this.#ended && uri !== undefined && isOfView(uri, view);
  }

  /** The tool has no view, or the session is over. */
  get empty(): boolean {
    return this.#ended || !this.#shows;
  }

  /** Frame and call start together; an MCP-UI view comes with the result. */
  async start(): Promise<void> {
    this.#surface.mount(this.#showing.frame.element);
    this.#unlisten = this.#bench.onListChanged(({ server, profile, list }) => {
      if (server === this.#run.server && profile === this.#profile.id) {
        this.#showing.protocol?.listChanged(list);
      }
    });
    this.#surface.calling(() => this.#calling.abort(new Error(STOPPED)));
    if (this.#profile.ui === "mcp-ui") {
      const result = await this.#call();
      if (result) {
        await this.#open(result);
      }
      return;
    }
    const protocol = this.#makeProtocol(this.#showing, null);
    const opened = this.#open(undefined);
    if (this.#run.stream) {
      await this.#write(protocol, opened);
    }
    const result = await this.#call();
    const none = await opened;
    if (none && result && !this.#ended) {
      await this.#withoutLink(result, none);
    }
  }

  change(change: Partial<Surroundings>): void {
    if (!this.#ended) {
      this.#showing.protocol?.surroundings(change);
      this.#next?.protocol?.surroundings(change);
    }
  }

  /** Shows the document as it is since a change, with all that the one before it had; resolves to whether it does. */
  async reload(change: number): Promise<boolean> {
    if (this.#ended || !this.#isNew(change)) {
      return false;
    }
    // These hosts have the document from the tool's answer.
    const call = this.#profile.ui === "mcp-ui";
    if (call && !isHarmless(this.#tool)) {
      this.#surface.notice({ kind: "fault", what: "has changed; run the tool again to see it" });
      return false;
    }
    return this.#replace(call);
  }

  /** Gives the document's styles another text, where it has them; else it is loaded anew. */
  async restyle(change: number, styles: Style[]): Promise<boolean> {
    if (this.#ended || !this.#isNew(change)) {
      return false;
    }
    const { view, dev } = this.#showing;
    if (!this.#next && view?.dev === true && (await dev.restyle(styles))) {
      return true;
    }
    return this.#replace(this.#profile.ui === "mcp-ui");
  }

  /** The call is about to be made again: that a server ends it is no news. */
  anticipate(): void {
    this.#anticipated = this.#pending && !this.#ended;
  }

  /** Runs the call again, and shows the view anew, after the server has become another process. */
  async renew(tool: Tool): Promise<void> {
    if (this.#ended) {
      return;
    }
    this.#anticipated = false;
    this.#run = { ...this.#run, tool };
    this.#tool = tool;
    await this.#replace(this.#pending || isHarmless(tool));
  }

  async end(reason: string): Promise<void> {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    clearTimeout(this.#standing);
    this.#unlisten();
    if (this.#pending) {
      this.#surface.calling(undefined);
      this.#showing.protocol?.cancelled(reason);
      this.#calling.abort(new Error(reason));
    }
    await Promise.all([this.#retire(this.#showing, reason), this.#discard(), this.#dismiss()]);
  }

  // A document that has a change in it already is not loaded for it.
  #isNew(change: number): boolean {
    if (change <= Math.max(this.#asked, this.#showing.view?.change ?? 0)) {
      return false;
    }
    this.#asked = change;
    return true;
  }

  // The old document stays in sight until the new one has something to show.
  async #replace(call: boolean): Promise<boolean> {
    const turn = ++this.#replacing;
    const superseded = () => this.#ended || turn !== this.#replacing;
    const old = this.#showing;
    let next: Showing;
    void this.#discard();
    this.#surface.renewing(call);
    const snapshot = old.snapshot();
    const answer = call ? this.#callAgain() : undefined;
    const result = this.#profile.ui === "mcp-ui" && answer ? await answer : this.#result;
    // One that stands by is given what is to be brought back; else it is in the document.
    const standby = this.#standby?.standby;
    const restore = standby === undefined ? await snapshot : undefined;
    if (superseded() || (this.#profile.ui === "mcp-ui" && !result)) {
      return false;
    }
    try {
      const [view, kept] = await Promise.all([this.#document(result, { restore, standby, tool: this.#tool }), snapshot]);
      if (superseded()) {
        // What was to become of the one that stands by goes with the next that it becomes.
        if (view.kind === "view" && view.write === undefined) {
          this.#release(view);
        }
        return false;
      }
      if (view.kind === "none") {
        void this.#retire(old, REPLACED);
        this.#noView(view);
        return false;
      }
      if (standby !== undefined && view.write === undefined) {
        // Something about the frame is another now, so the document has to be another, too.
        void this.#dismiss();
        this.#release(view);
        return await this.#replace(false);
      }
      next = this.#begin(view, kept);
    } catch (error) {
      if (!superseded()) {
        this.#viewFailed(error);
      }
      return false;
    }
    await Promise.race([this.#presentable(next), pause(REPLACE_MS)]);
    if (superseded()) {
      return false;
    }
    this.#swap(next);
    await next.drawn();
    this.#surface.leave(old.frame.element);
    void this.#retire(old, REPLACED);
    return true;
  }

  // Has a document load out of sight: where one stands by, by becoming it.
  #begin(view: ViewDocument, restore: Json | undefined): Showing {
    const standby = view.write === undefined ? undefined : this.#standby;
    if (standby) {
      this.#standby = undefined;
    }
    const next = standby ?? this.#makeShowing();
    this.#next = next;
    this.#surface.prepare(next.frame.element);
    this.#makeProtocol(next, view.renderData);
    next.open(view, restore);
    this.#deliver(next);
    return next;
  }

  // A view that waits for its tool is as far as it gets when it has said hello.
  async #presentable(next: Showing): Promise<void> {
    const greeted = this.#pending ? [Promise.all([next.loaded, next.protocol?.listening()])] : [];
    await Promise.race([next.settled, ...greeted]);
    if (next.view?.dev !== true) {
      await next.drawn();
    }
  }

  // Until the new document is drawn, the old one is to be seen behind it.
  #swap(next: Showing): void {
    const old = this.#showing;
    this.#showing = next;
    this.#next = undefined;
    const held = document.activeElement === old.frame.element;
    this.#surface.swap(next.frame.element);
    if (next.view) {
      this.#surface.view(next.view, true);
    }
    this.#surface.status(...next.status);
    this.#surface.modesChanged(next.protocol?.modes() ?? []);
    this.#offer(next);
    if (held) {
      next.frame.element.focus();
      if (next.view?.dev) {
        next.dev.focus();
      }
    }
    this.#standBySoon();
  }

  #deliver(showing: Showing): void {
    const { protocol } = showing;
    if (this.#input !== undefined) {
      protocol?.input(this.#input);
    }
    if (this.#result !== undefined) {
      protocol?.result(this.#result);
    }
    if (this.#cancelled !== undefined) {
      protocol?.cancelled(this.#cancelled);
      showing.frame.fail(this.#failure());
    }
  }

  async #discard(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (next) {
      await this.#retire(next, REPLACED);
    }
  }

  async #retire(showing: Showing, reason: string): Promise<void> {
    const document = await showing.end(reason);
    if (document) {
      await this.#bench.api.release(document).catch(() => undefined);
    }
  }

  async #dismiss(): Promise<void> {
    const standby = this.#standby;
    this.#standby = undefined;
    if (standby) {
      await this.#retire(standby, REPLACED);
    }
  }

  #standBySoon(): void {
    clearTimeout(this.#standing);
    this.#standing = setTimeout(() => void this.#standBy(), STANDBY_MS);
  }

  // Frames take longer than all else that a new document needs.
  async #standBy(): Promise<void> {
    const { view } = this.#showing;
    if (this.#ended || this.#standby || this.#next || view?.dev !== true) {
      return;
    }
    const standby = this.#makeShowing();
    this.#standby = standby;
    try {
      const placed = await this.#bench.api.standby(view.document);
      if (this.#standby === standby && !this.#ended) {
        this.#surface.standBy(standby.frame.element);
        standby.standBy(placed);
      }
    } catch {
      // The next document takes longer then.
      await this.#dismiss();
    }
  }

  #release(view: ViewAnswer): void {
    if (view.kind === "view") {
      void this.#bench.api.release(view.document).catch(() => undefined);
    }
  }

  #makeShowing(): Showing {
    const title = `${this.#run.tool.title || this.#run.tool.name} in ${this.#profile.title}`;
    const surface = this.#surface;
    // A showing has a status before it is made; of the first one, it counts.
    let made: Showing | undefined;
    const inSight = () => made === this.#showing;
    made = new Showing(this.#profile.id, title, {
      heard: () => inSight() && surface.modesChanged(made?.protocol?.modes() ?? []),
      violation: (params) => surface.violation(params),
      stranger: (what) => surface.notice({ kind: "fault", what }),
      record: (entry) => this.#bench.record(entry),
      status: (...status) => inSight() && surface.status(...status),
      waiting: () => this.#waiting(made),
    });
    return made;
  }

  // The arguments as a model writes them, to a view that is there by then.
  async #write(protocol: Protocol, opened: Promise<unknown>): Promise<void> {
    const { signal } = this.#calling;
    const showing = this.#showing;
    const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
    // A view that has not even said hello by then speaks another protocol, or none.
    const silent = showing.loaded
      .then(() => pause(START_MS))
      .then(() => (protocol.introduced() ? protocol.listening() : undefined));
    const there = opened.then(() => (showing.view ? Promise.race([protocol.listening(), silent]) : undefined));
    await Promise.race([there, stopped, pause(READY_MS)]);
    const parts = partialArguments(this.#run.args, STEPS);
    for (const part of parts) {
      if (signal.aborted) {
        return;
      }
      this.#showing.protocol?.partialInput(part);
      await Promise.race([stopped, pause(WRITING_MS / parts.length)]);
    }
  }

  #callAgain(): Promise<CallToolResult | undefined> {
    this.#calling.abort(new Error(RESTARTED));
    this.#calling = new AbortController();
    const calling = this.#calling;
    this.#pending = true;
    this.#result = undefined;
    this.#cancelled = undefined;
    this.#surface.calling(() => calling.abort(new Error(STOPPED)));
    return this.#call();
  }

  async #call(): Promise<CallToolResult | undefined> {
    const { server, tool, args } = this.#run;
    const calling = this.#calling;
    const { signal } = calling;
    const over = () => this.#ended || calling !== this.#calling;
    const started = performance.now();
    try {
      signal.throwIfAborted();
      this.#input = args;
      // A document that is about to go hears nothing of a call that is made again.
      if (this.#replacing === 0) {
        this.#showing.protocol?.input(args);
      }
      const progress = (one: Progress) => !over() && this.#surface.progress(readProgress(one));
      const answer = await this.#bench.api.call(server, this.#profile.id, tool.name, args, "host", {
        progress,
        signal,
      });
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
      this.#over();
      this.#surface.result(answer.result, answer.durationMs ?? performance.now() - started);
      (this.#next ?? this.#showing).protocol?.result(answer.result);
      return answer.result;
    } catch (error) {
      if (!over() && (signal.aborted || !this.#anticipated)) {
        this.#callFailed(error, signal.aborted);
      }
      return undefined;
    }
  }

  #callFailed(error: unknown, stopped: boolean): void {
    const problem = stopped
      ? { code: "stopped", message: "The tool call was stopped.", fix: "Run the tool again to get its answer." }
      : problemOf(error);
    this.#cancelled = stopped ? STOPPED : problem.message;
    this.#over();
    this.#surface.callFailed(problem);
    const showing = this.#next ?? this.#showing;
    showing.frame.fail(this.#failure());
    showing.protocol?.cancelled(this.#cancelled);
  }

  #failure(): string {
    return this.#cancelled === STOPPED ? `the tool call was ${STOPPED}` : `the tool call failed: ${this.#cancelled}`;
  }

  #over(): void {
    this.#pending = false;
    this.#showing.frame.answered();
    this.#next?.frame.answered();
    this.#surface.calling(undefined);
  }

  /** Asks for the view's document. */
  async #document(
    result: CallToolResult | undefined,
    known: { restore?: Json | undefined; standby?: string | undefined; tool?: Tool } = {},
  ): Promise<ViewAnswer> {
    const { server, tool, args } = this.#run;
    const query: ViewQuery = { server, profile: this.#profile.id, tool: tool.name, arguments: args };
    if (this.#profile.ui === "chatgpt") {
      const input = this.#run.stream && this.#input === undefined ? null : args;
      query.globals = {
        ...openaiGlobals(input, this.#surface.surroundings()),
        ...(this.#result ? globalsOfResult(this.#result) : {}),
        widgetState: this.#kept,
      };
    }
    const { restore, standby } = known;
    // A document that replaces another is of the same tool; to list them all would hold it up.
    const told = known.tool ? [known.tool] : this.#bench.toolsFor(server, this.#profile.id).catch(() => []);
    this.#asking = true;
    const view = await this.#bench.api
      .view({ ...query, ...(result ? { result } : {}), ...(restore ? { restore } : {}), ...(standby ? { standby } : {}) })
      .finally(() => (this.#asking = false));
    this.#tool = (await told).find((one) => one.name === tool.name) ?? tool;
    return view;
  }

  /** Shows the view; resolves to why there is none. */
  async #open(result: CallToolResult | undefined): Promise<NoView | undefined> {
    try {
      const view = await this.#document(result);
      if (this.#ended || this.#replacing > 0) {
        this.#release(view);
        return undefined;
      }
      if (view.kind === "none") {
        if (result) {
          this.#noView(view);
        }
        return view;
      }
      if (this.#profile.ui === "mcp-ui" && result) {
        const protocol = this.#makeProtocol(this.#showing, view.renderData);
        protocol.input(this.#run.args);
        protocol.result(result);
      }
      this.#showing.view = view;
      this.#surface.view(view);
      this.#showing.open(view);
    } catch (error) {
      if (!this.#ended && this.#replacing === 0) {
        this.#viewFailed(error);
      }
    }
    return undefined;
  }

  #viewFailed(error: unknown): void {
    const problem = problemOf(error);
    this.#surface.viewFailed(problem);
    this.#showing.frame.fail(`${problem.code}: ${problem.message}`);
  }

  // A tool without a link may still bring a view in its result.
  async #withoutLink(result: CallToolResult, none: NoView): Promise<void> {
    if (holdsView(result)) {
      await this.#open(result);
    } else {
      this.#noView(none);
    }
  }

  #noView({ reason, steps }: NoView): void {
    this.#shows = false;
    this.#showing.frame.remove();
    this.#surface.noView(reason, steps);
  }

  #waiting(showing: Showing | undefined): string {
    if (showing?.view) {
      return showing.protocol?.waiting() ?? "render data could not be sent";
    }
    return this.#pending && !this.#asking ? TOOL_PENDING : "no view document came from the server";
  }

  #makeProtocol(showing: Showing, renderData: Json | null): Protocol {
    const setup: Setup = {
      profile: this.#profile,
      tool: () => this.#tool,
      sandbox: () => (showing.view ? granted(showing.view) : undefined),
      version: this.#bench.session.version,
      port: { send: (message) => showing.frame.send(message) },
      services: this.#services(showing),
      surroundings: this.#surface.surroundings(),
    };
    const protocol =
      this.#profile.ui === "mcp-ui"
        ? new McpUiHost(setup, renderData)
        : this.#profile.ui === "chatgpt"
          ? new ChatGptHost(setup)
          : new McpAppsHost(setup);
    showing.protocol = protocol;
    if (showing === this.#showing) {
      this.#surface.modesChanged(protocol.modes());
    }
    return protocol;
  }

  // The view's own tools, for the person to call.
  #offer(showing: Showing): void {
    this.#surface.viewTools(showing.tools, (name, args) => {
      const protocol = this.#ended ? undefined : this.#showing.protocol;
      return protocol?.callViewTool(name, args) ?? Promise.reject(new Error("The view is gone."));
    });
  }

  #setMode(mode: DisplayMode): DisplayMode {
    const now = this.#surface.surroundings().displayMode;
    if (mode === now || this.#turns.take(1, performance.now())) {
      return this.#surface.setMode(mode);
    }
    this.#surface.notice({ kind: "fault", what: "asks for one display mode after the other; it keeps the one it has" });
    return now;
  }

  #services(showing: Showing): Services {
    const surface = this.#surface;
    // What a view asks of the person ends with it at the latest, however it ends.
    const whileThere = (signal: AbortSignal) => AbortSignal.any([signal, showing.gone.signal]);
    return {
      callTool: (name, args, options) => this.#proxy.call(name, args, options),
      readResource: (uri, options) => this.#proxy.read(uri, options),
      list: (name, signal) => this.#proxy.list(name, signal),
      sampling: (request, signal) => surface.sampling(request, whileThere(signal)),
      download: (files, signal) => surface.download(files, whileThere(signal)),
      viewTools: (tools) => {
        showing.tools = tools;
        if (showing === this.#showing) {
          this.#offer(showing);
        }
      },
      openLink: (url, signal) => surface.openLink(url, whileThere(signal)),
      message: (content) => surface.message(content),
      modelContext: (context) => surface.modelContext(context),
      state: (state) => {
        this.#kept = state;
        surface.state(state);
      },
      displayMode: (mode) => this.#setMode(mode),
      resize: (size) => surface.resize(size, showing.frame.element),
      log: (level, logger, data) => surface.log(level, logger, data),
      intent: (name, params) => surface.intent(name, params),
      close: () => void this.end("the view asked to close").then(() => surface.closed()),
      notice: (notice) => surface.notice(notice),
      ready: () => {
        showing.frame.ready();
        if (showing === this.#showing) {
          this.#standBySoon();
        }
      },
    };
  }
}

type NoView = { reason: string; steps?: ViewStep[] | null };

function holdsView({ content }: CallToolResult): boolean {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return blocks.some((block) => {
    const resource = isRecord(block) && block["type"] === "resource" ? block["resource"] : undefined;
    return isRecord(resource) && typeof resource["uri"] === "string" && resource["uri"].startsWith("ui://");
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, fix: error.fix };
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error), fix: "" };
}

// One run in one host: the tool call, the view's document, the frame and the
// protocol, put together.

import { Meter } from "../../sandbox/web/meter.ts";
import { ApiError } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { openaiGlobals } from "./host/context.ts";
import { ChatGptHost } from "./host/chatgpt.ts";
import { READY_MS, ViewFrame } from "./host/frame.ts";
import type { Cut, FrameStatus } from "./host/frame.ts";
import { granted } from "./host/granted.ts";
import { McpAppsHost } from "./host/mcpapps.ts";
import { McpUiHost } from "./host/mcpui.ts";
import { partialArguments } from "./host/partial.ts";
import { readProgress } from "./host/progress.ts";
import { TOOL_PENDING } from "./host/protocol.ts";
import type { Download, Notice, Protocol, SamplingRequest, Services, Setup, Surroundings } from "./host/protocol.ts";
import { ServerProxy } from "./proxy.ts";
import { Pairing } from "./traffic.ts";
import { isRecord } from "./wire.ts";
import type {
  CallToolResult,
  ContentBlock,
  DisplayMode,
  Json,
  Profile,
  Progress,
  Tool,
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

/** The card that a run shows itself in. */
export interface Surface {
  mount(frame: HTMLIFrameElement): void;
  surroundings(): Surroundings;
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  view(view: ViewDocument): void;
  noView(reason: string, steps?: ViewStep[] | null): void;
  viewFailed(problem: Problem): void;
  result(result: CallToolResult, durationMs: number): void;
  callFailed(problem: Problem): void;
  modesChanged(modes: DisplayMode[]): void;
  resize(size: { width?: number; height?: number }): void;
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
  readonly #run: Run;
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #frame: ViewFrame;
  readonly #pairing = new Pairing();
  readonly #proxy: ServerProxy;
  readonly #calling = new AbortController();
  readonly #gone = new AbortController();
  readonly #turns = new Meter(MODE_RATE, performance.now());
  readonly #loaded: Promise<void>;
  #nowLoaded: () => void = () => undefined;
  #protocol: Protocol | undefined;
  #view: ViewDocument | undefined;
  /** The server is asked for the view's document. */
  #asking = false;
  /** The tool call's answer is still to come. */
  #pending = true;
  #ended = false;
  #tool: Tool;
  #unlisten: () => void = () => undefined;

  constructor(bench: Bench, run: Run, profile: Profile, surface: Surface) {
    this.#bench = bench;
    this.#run = run;
    this.#tool = run.tool;
    this.#profile = profile;
    this.#surface = surface;
    this.#loaded = new Promise((resolve) => (this.#nowLoaded = resolve));
    this.#proxy = new ServerProxy(bench, run.server, profile.id, (what) => surface.notice({ kind: "refused", what }));
    const title = `${run.tool.title || run.tool.name} in ${profile.title}`;
    this.#frame = new ViewFrame(profile.id, title, {
      message: (data) => {
        this.#protocol?.receive(data);
        this.#surface.modesChanged(this.#protocol?.modes() ?? []);
      },
      loaded: () => {
        this.#protocol?.loaded();
        this.#nowLoaded();
      },
      violation: (params) => this.#surface.violation(params),
      stranger: (what) => this.#surface.notice({ kind: "fault", what }),
      traffic: (direction, data, bytes) =>
        bench.record(this.#pairing.entry(profile.id, direction, data, bytes, Date.now())),
      status: (status, reason, cut) => this.#surface.status(status, reason, cut),
      cutOff: () => this.#gone.abort(new Error("the view is gone")),
      waiting: () => this.#waiting(),
    });
  }

  /** Frame and call start together; an MCP-UI view comes with the result. */
  async start(): Promise<void> {
    this.#surface.mount(this.#frame.element);
    this.#unlisten = this.#bench.onListChanged(({ server, profile, list }) => {
      if (server === this.#run.server && profile === this.#profile.id) {
        this.#protocol?.listChanged(list);
      }
    });
    this.#surface.calling(() => this.#calling.abort(new Error(STOPPED)));
    if (this.#profile.ui === "mcp-ui") {
      const result = await this.#call(undefined);
      if (result) {
        await this.#open(result);
      }
      return;
    }
    const protocol = this.#makeProtocol(null);
    const opened = this.#open(undefined);
    if (this.#run.stream) {
      await this.#write(protocol, opened);
    }
    const result = await this.#call(protocol);
    const none = await opened;
    if (none && result && !this.#ended) {
      await this.#withoutLink(result, none);
    }
  }

  change(change: Partial<Surroundings>): void {
    if (!this.#ended) {
      this.#protocol?.surroundings(change);
    }
  }

  async end(reason: string): Promise<void> {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    this.#unlisten();
    if (this.#pending) {
      this.#surface.calling(undefined);
      this.#protocol?.cancelled(reason);
      this.#calling.abort(new Error(reason));
    }
    await this.#protocol?.teardown(reason).catch(() => undefined);
    this.#gone.abort(new Error("the view is gone"));
    const document = this.#frame.document;
    this.#frame.remove();
    if (document) {
      await this.#bench.api.release(document).catch(() => undefined);
    }
  }

  // The arguments as a model writes them, to a view that is there by then.
  async #write(protocol: Protocol, opened: Promise<unknown>): Promise<void> {
    const stopped = new Promise((resolve) => this.#calling.signal.addEventListener("abort", resolve));
    // A view that has not even said hello by then speaks another protocol, or none.
    const silent = this.#loaded
      .then(() => pause(START_MS))
      .then(() => (protocol.introduced() ? protocol.listening() : undefined));
    const there = opened.then(() => (this.#view ? Promise.race([protocol.listening(), silent]) : undefined));
    await Promise.race([there, stopped, pause(READY_MS)]);
    const parts = partialArguments(this.#run.args, STEPS);
    for (const part of parts) {
      if (this.#calling.signal.aborted) {
        return;
      }
      protocol.partialInput(part);
      await Promise.race([stopped, pause(WRITING_MS / parts.length)]);
    }
  }

  async #call(protocol: Protocol | undefined): Promise<CallToolResult | undefined> {
    const { server, tool, args } = this.#run;
    const { signal } = this.#calling;
    const started = performance.now();
    try {
      signal.throwIfAborted();
      protocol?.input(args);
      const progress = (one: Progress) => !this.#ended && this.#surface.progress(readProgress(one));
      const answer = await this.#bench.api.call(server, this.#profile.id, tool.name, args, "host", {
        progress,
        signal,
      });
      if (this.#ended) {
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
      this.#over();
      this.#surface.result(answer.result, answer.durationMs ?? performance.now() - started);
      protocol?.result(answer.result);
      return answer.result;
    } catch (error) {
      if (!this.#ended) {
        const stopped = signal.aborted;
        const problem = stopped
          ? { code: "stopped", message: "The tool call was stopped.", fix: "Run the tool again to get its answer." }
          : problemOf(error);
        this.#over();
        this.#surface.callFailed(problem);
        this.#frame.fail(stopped ? `the tool call was ${STOPPED}` : `the tool call failed: ${problem.message}`);
        protocol?.cancelled(stopped ? STOPPED : problem.message);
      }
      return undefined;
    }
  }

  #over(): void {
    this.#pending = false;
    this.#frame.answered();
    this.#surface.calling(undefined);
  }

  /** Shows the view; resolves to why there is none. */
  async #open(result: CallToolResult | undefined): Promise<NoView | undefined> {
    const { server, tool, args } = this.#run;
    const query = { server, profile: this.#profile.id, tool: tool.name, arguments: args };
    const input = this.#run.stream ? null : args;
    const globals =
      this.#profile.ui === "chatgpt" ? { globals: openaiGlobals(input, this.#surface.surroundings()) } : {};
    try {
      const told = this.#bench.toolsFor(server, this.#profile.id).catch(() => []);
      this.#asking = true;
      const view = await this.#bench.api
        .view({ ...query, ...globals, ...(result ? { result } : {}) })
        .finally(() => (this.#asking = false));
      this.#tool = (await told).find((one) => one.name === tool.name) ?? tool;
      if (this.#ended) {
        if (view.kind === "view") {
          void this.#bench.api.release(view.document).catch(() => undefined);
        }
        return undefined;
      }
      if (view.kind === "none") {
        if (result) {
          this.#noView(view);
        }
        return view;
      }
      if (this.#profile.ui === "mcp-ui" && result) {
        const protocol = this.#makeProtocol(view.renderData);
        protocol.input(args);
        protocol.result(result);
      }
      this.#view = view;
      this.#surface.view(view);
      this.#frame.open(view);
    } catch (error) {
      if (!this.#ended) {
        const problem = problemOf(error);
        this.#surface.viewFailed(problem);
        this.#frame.fail(`${problem.code}: ${problem.message}`);
      }
    }
    return undefined;
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
    this.#frame.remove();
    this.#surface.noView(reason, steps);
  }

  #waiting(): string {
    if (this.#view) {
      return this.#protocol?.waiting() ?? "render data could not be sent";
    }
    return this.#pending && !this.#asking ? TOOL_PENDING : "no view document came from the server";
  }

  #makeProtocol(renderData: Json | null): Protocol {
    const setup: Setup = {
      profile: this.#profile,
      tool: () => this.#tool,
      sandbox: () => (this.#view ? granted(this.#view) : undefined),
      version: this.#bench.session.version,
      port: { send: (message) => this.#frame.send(message) },
      services: this.#services(),
      surroundings: this.#surface.surroundings(),
    };
    const protocol =
      this.#profile.ui === "mcp-ui"
        ? new McpUiHost(setup, renderData)
        : this.#profile.ui === "chatgpt"
          ? new ChatGptHost(setup)
          : new McpAppsHost(setup);
    this.#protocol = protocol;
    this.#surface.modesChanged(protocol.modes());
    return protocol;
  }

  #setMode(mode: DisplayMode): DisplayMode {
    const now = this.#surface.surroundings().displayMode;
    if (mode === now || this.#turns.take(1, performance.now())) {
      return this.#surface.setMode(mode);
    }
    this.#surface.notice({ kind: "fault", what: "asks for one display mode after the other; it keeps the one it has" });
    return now;
  }

  // What a view asks of the person ends with it at the latest, however it ends.
  #whileThere(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#gone.signal]);
  }

  #services(): Services {
    const surface = this.#surface;
    return {
      callTool: (name, args, options) => this.#proxy.call(name, args, options),
      readResource: (uri, options) => this.#proxy.read(uri, options),
      list: (name, signal) => this.#proxy.list(name, signal),
      sampling: (request, signal) => surface.sampling(request, this.#whileThere(signal)),
      download: (files, signal) => surface.download(files, this.#whileThere(signal)),
      viewTools: (tools) =>
        surface.viewTools(tools, (name, args) => {
          const protocol = this.#ended ? undefined : this.#protocol;
          return protocol?.callViewTool(name, args) ?? Promise.reject(new Error("The view is gone."));
        }),
      openLink: (url, signal) => surface.openLink(url, this.#whileThere(signal)),
      message: (content) => surface.message(content),
      modelContext: (context) => surface.modelContext(context),
      state: (state) => surface.state(state),
      displayMode: (mode) => this.#setMode(mode),
      resize: (size) => surface.resize(size),
      log: (level, logger, data) => surface.log(level, logger, data),
      intent: (name, params) => surface.intent(name, params),
      close: () => void this.end("the view asked to close").then(() => surface.closed()),
      notice: (notice) => surface.notice(notice),
      ready: () => this.#frame.ready(),
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

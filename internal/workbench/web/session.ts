// One run in one host: the tool call, the view's document, the frame and the
// protocol, put together.

import { ApiError } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { openaiGlobals } from "./host/context.ts";
import { ChatGptHost } from "./host/chatgpt.ts";
import { ViewFrame } from "./host/frame.ts";
import type { FrameStatus } from "./host/frame.ts";
import { REFUSED, RpcError } from "./host/jsonrpc.ts";
import { McpAppsHost } from "./host/mcpapps.ts";
import { McpUiHost } from "./host/mcpui.ts";
import type { Notice, Protocol, Services, Setup, Surroundings } from "./host/protocol.ts";
import { Pairing } from "./traffic.ts";
import type { CallToolResult, ContentBlock, DisplayMode, Json, Profile, Tool, ViewDocument } from "./wire.ts";

/** The card that a run shows itself in. */
export interface Surface {
  mount(frame: HTMLIFrameElement): void;
  surroundings(): Surroundings;
  status(status: FrameStatus, reason: string): void;
  view(view: ViewDocument): void;
  noView(reason: string): void;
  viewFailed(problem: Problem): void;
  result(result: CallToolResult, durationMs: number): void;
  callFailed(problem: Problem): void;
  modesChanged(modes: DisplayMode[]): void;
  resize(size: { width?: number; height?: number }): void;
  setMode(mode: DisplayMode): DisplayMode;
  closed(): void;
  message(content: ContentBlock[]): void;
  intent(name: string, params: unknown): void;
  openLink(url: URL): Promise<boolean>;
  modelContext(context: Json): void;
  state(state: unknown): void;
  log(level: string, logger: string, data: unknown): void;
  notice(notice: Notice): void;
  violation(params: Json): void;
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
  #protocol: Protocol | undefined;
  #ended = false;
  #tool: Tool;

  constructor(bench: Bench, run: Run, profile: Profile, surface: Surface) {
    this.#bench = bench;
    this.#run = run;
    this.#tool = run.tool;
    this.#profile = profile;
    this.#surface = surface;
    const title = `${run.tool.title || run.tool.name} in ${profile.title}`;
    this.#frame = new ViewFrame(profile.id, title, {
      message: (data) => {
        this.#protocol?.receive(data);
        this.#surface.modesChanged(this.#protocol?.modes() ?? []);
      },
      loaded: () => this.#protocol?.loaded(),
      violation: (params) => this.#surface.violation(params),
      traffic: (direction, data, bytes) =>
        bench.record(this.#pairing.entry(profile.id, direction, data, bytes, Date.now())),
      status: (status, reason) => this.#surface.status(status, reason),
      waiting: () => this.#protocol?.waiting() ?? "the tool has not answered",
    });
  }

  /** Frame and call start together; an MCP-UI view comes with the result. */
  async start(): Promise<void> {
    this.#surface.mount(this.#frame.element);
    const call = this.#call();
    if (this.#profile.ui === "mcp-ui") {
      const result = await call;
      if (result) {
        await this.#open(result);
      }
      return;
    }
    const opened = this.#open(undefined);
    await Promise.all([call, opened]);
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
    await this.#protocol?.teardown(reason).catch(() => undefined);
    const document = this.#frame.document;
    this.#frame.remove();
    if (document) {
      await this.#bench.api.release(document).catch(() => undefined);
    }
  }

  async #call(): Promise<CallToolResult | undefined> {
    const { server, tool, args } = this.#run;
    const protocol = this.#profile.ui === "mcp-ui" ? undefined : this.#makeProtocol(null);
    protocol?.input(args);
    const started = performance.now();
    try {
      const answer = await this.#bench.api.call(server, this.#profile.id, tool.name, args, "host");
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
      this.#surface.result(answer.result, answer.durationMs ?? performance.now() - started);
      protocol?.result(answer.result);
      return answer.result;
    } catch (error) {
      if (!this.#ended) {
        const problem = problemOf(error);
        this.#surface.callFailed(problem);
        this.#frame.fail(`the tool call failed: ${problem.message}`);
        protocol?.cancelled(problem.message);
      }
      return undefined;
    }
  }

  async #open(result: CallToolResult | undefined): Promise<void> {
    const { server, tool, args } = this.#run;
    const query = { server, profile: this.#profile.id, tool: tool.name, arguments: args };
    const globals =
      this.#profile.ui === "chatgpt" ? { globals: openaiGlobals(args, this.#surface.surroundings()) } : {};
    try {
      const told = this.#bench.toolsFor(server, this.#profile.id).catch(() => []);
      const view = await this.#bench.api.view({ ...query, ...globals, ...(result ? { result } : {}) });
      this.#tool = (await told).find((one) => one.name === tool.name) ?? tool;
      if (this.#ended) {
        if (view.kind === "view") {
          void this.#bench.api.release(view.document).catch(() => undefined);
        }
        return;
      }
      if (view.kind === "none") {
        this.#ended = true;
        this.#frame.remove();
        this.#surface.noView(view.reason);
        return;
      }
      if (result) {
        const protocol = this.#makeProtocol(view.renderData);
        protocol.input(args);
        protocol.result(result);
      }
      this.#surface.view(view);
      this.#frame.open(view);
    } catch (error) {
      if (!this.#ended) {
        const problem = problemOf(error);
        this.#surface.viewFailed(problem);
        this.#frame.fail(`${problem.code}: ${problem.message}`);
      }
    }
  }

  #makeProtocol(renderData: Json | null): Protocol {
    const setup: Setup = {
      profile: this.#profile,
      tool: () => this.#tool,
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

  #services(): Services {
    const surface = this.#surface;
    return {
      callTool: (name, args) => this.#proxyCall(name, args),
      readResource: (uri) => this.#proxyRead(uri),
      openLink: (url) => surface.openLink(url),
      message: (content) => surface.message(content),
      modelContext: (context) => surface.modelContext(context),
      state: (state) => surface.state(state),
      displayMode: (mode) => surface.setMode(mode),
      resize: (size) => surface.resize(size),
      log: (level, logger, data) => surface.log(level, logger, data),
      intent: (name, params) => surface.intent(name, params),
      close: () => void this.end("the view asked to close").then(() => surface.closed()),
      notice: (notice) => surface.notice(notice),
      ready: () => this.#frame.ready(),
    };
  }

  async #proxyCall(name: string, args: unknown): Promise<CallToolResult> {
    const answer = await this.#bench.api.call(this.#run.server, this.#profile.id, name, args, "view").catch(refuse);
    if (answer.rpcError) {
      throw new RpcError(answer.rpcError.code, answer.rpcError.message, answer.rpcError.data ?? null);
    }
    return answer.result ?? {};
  }

  async #proxyRead(uri: string): Promise<unknown> {
    const answer = await this.#bench.api.resource(this.#run.server, this.#profile.id, uri).catch(refuse);
    if (answer.rpcError) {
      throw new RpcError(answer.rpcError.code, answer.rpcError.message, answer.rpcError.data ?? null);
    }
    return answer.result;
  }
}

// What the workbench refused, such as a tool that is not for views.
function refuse(error: unknown): never {
  const problem = problemOf(error);
  throw new RpcError(REFUSED, problem.message, { code: problem.code });
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, fix: error.fix };
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error), fix: "" };
}

// What a host's protocol is given and what it has to offer. A protocol knows
// messages; it knows nothing of frames, pages or HTTP.

import type {
  CallToolResult,
  Container,
  ContentBlock,
  DisplayMode,
  Json,
  ListName,
  Profile,
  Progress,
  Theme,
  Tool,
} from "../wire.ts";

export interface Port {
  send(message: Json): void;
}

/** Where the view is, as the host tells it. */
export interface Surroundings {
  theme: Theme;
  displayMode: DisplayMode;
  container: Container;
}

export type Notice =
  /** The host is known to lack what the view asked for. */
  | { kind: "lacking"; what: string; feature: string }
  /** Nobody knows whether the host has it; it was allowed. */
  | { kind: "unknown"; what: string; feature: string }
  /** The workbench itself does not do this. */
  | { kind: "unsupported"; what: string }
  /** Something is wrong with what the view sent. */
  | { kind: "fault"; what: string }
  /** The server, or the way to it, did not do what the view asked; the view is told less. */
  | { kind: "refused"; what: string };

/** A view's wish to ask the host's model: MCP's CreateMessageRequest, as it was sent. */
export interface SamplingRequest {
  params: Json;
}

/** A file that a view offers to the person. */
export interface Download {
  /** Free of folders and control characters. */
  name: string;
  mimeType: string;
  /** The bytes; undefined when they are at the link. */
  data: Uint8Array | undefined;
  link: URL | undefined;
}

/** How a call that a view made is followed and ended. */
export interface CallOptions {
  progress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** What a protocol may ask of the page. */
export interface Services {
  callTool(name: string, args: unknown, options?: CallOptions): Promise<CallToolResult>;
  readResource(uri: string, options?: CallOptions): Promise<unknown>;
  /** A list as views may see it; all its pages. */
  list(name: ListName, signal: AbortSignal): Promise<unknown[]>;
  /** Resolves to MCP's CreateMessageResult, written by the person; undefined is a refusal. */
  sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined>;
  /** Resolves to whether the person took the files. */
  download(files: Download[], signal: AbortSignal): Promise<boolean>;
  /** The tools that the view itself offers; undefined when it offers none any more. */
  viewTools(tools: Tool[] | undefined): void;
  /** Resolves to whether the person opened it. */
  openLink(url: URL, signal: AbortSignal): Promise<boolean>;
  message(content: ContentBlock[]): void;
  modelContext(context: Json): void;
  state(state: unknown): void;
  /** Asks for a mode; the answer is the mode that holds now. */
  displayMode(mode: DisplayMode): DisplayMode;
  resize(size: { width?: number; height?: number }): void;
  log(level: string, logger: string, data: unknown): void;
  intent(name: string, params: unknown): void;
  close(): void;
  notice(notice: Notice): void;
  /** The protocol has delivered the result. */
  ready(): void;
}

export interface Setup {
  profile: Profile;
  /** The tool as this host was told it. */
  tool(): Tool | undefined;
  port: Port;
  services: Services;
  surroundings: Surroundings;
  /** What the view's frame lets it do, as the sandbox capability has it; undefined before it is known. */
  sandbox(): Json | undefined;
  /** The workbench's version. */
  version: string;
}

export interface Protocol {
  receive(message: unknown): void;
  /** The view's document has loaded. */
  loaded(): void;
  /** Whether the view has said hello, if not yet all of it. */
  introduced(): boolean;
  /** Resolves when the view can be told something. */
  listening(): Promise<void>;
  input(args: Json): void;
  /** What the model has written so far, before input; nothing once input was given. */
  partialInput(args: Json): void;
  /** A list of the server is not what it was. */
  listChanged(list: "tools" | "resources" | "prompts"): void;
  /** Calls a tool that the view offers; rejects when it does not answer in time. */
  callViewTool(name: string, args: Json): Promise<CallToolResult>;
  result(result: CallToolResult): void;
  cancelled(reason: string): void;
  surroundings(change: Partial<Surroundings>): void;
  /** The display modes that the host and the view share. */
  modes(): DisplayMode[];
  /** Tells the view that it ends; resolves when it agrees or was given its time. */
  teardown(reason: string): Promise<void>;
  /** What has not happened yet, in a sentence without its full stop. */
  waiting(): string;
}

export const TEARDOWN_MS = 1500;

/** What waiting says while nothing but the tool's answer is missing. */
export const TOOL_PENDING = "the tool has not answered";

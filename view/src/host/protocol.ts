// The interfaces between a host's protocol and the page. A protocol handles messages, and does not depend on frames,
// pages or HTTP.

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
} from "./types.ts";

export interface Port {
  send(message: Json): void;
}

/** The view's surroundings, which hosts report to it. */
export interface Surroundings {
  theme: Theme;
  displayMode: DisplayMode;
  container: Container;
}

export type Notice =
  /** The host is known to lack the feature, so it was refused. */
  | { kind: "lacking"; what: string; feature: string }
  /** It is not known whether the host has the feature, so it was allowed. */
  | { kind: "unknown"; what: string; feature: string }
  /** The workbench does not support it. */
  | { kind: "unsupported"; what: string }
  /** Something is wrong with what the view sent. */
  | { kind: "fault"; what: string }
  /** The view offered a download of its own, with this name; frames of the host do not allow that. */
  | { kind: "download"; what: string }
  /** A request to the server failed. The view gets a shorter message than this one. */
  | { kind: "refused"; what: string };

/** A view's request to the host's model: MCP's CreateMessageRequest, unchanged. */
export interface SamplingRequest {
  params: Json;
}

/** A file that a view offers to the person. */
export interface Download {
  /** Without folders and control characters. */
  name: string;
  mimeType: string;
  /** The bytes; undefined when they are at the link. */
  data: Uint8Array | undefined;
  link: URL | undefined;
}

/** Options of a call that a view makes. */
export interface CallOptions {
  progress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** What the page does for a protocol. */
export interface Services {
  callTool(name: string, args: unknown, options?: CallOptions): Promise<CallToolResult>;
  readResource(uri: string, options?: CallOptions): Promise<unknown>;
  /** All pages of a list, without entries that are hidden from views. */
  list(name: ListName, signal: AbortSignal): Promise<unknown[]>;
  /** Resolves to MCP's CreateMessageResult, written by the person; undefined if the person refuses. */
  sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined>;
  /** Resolves to whether the person saved the files. */
  download(files: Download[], signal: AbortSignal): Promise<boolean>;
  /** Sets the tools that the view itself offers; undefined if it no longer offers any. */
  viewTools(tools: Tool[] | undefined): void;
  /** Resolves to whether the person opened it. */
  openLink(url: URL, signal: AbortSignal): Promise<boolean>;
  message(content: ContentBlock[]): void;
  modelContext(context: Json): void;
  state(state: unknown): void;
  /** Requests a mode; returns the current one. */
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
  /** The tool as this host sees it. */
  tool(): Tool | undefined;
  port: Port;
  services: Services;
  surroundings: Surroundings;
  /** The capability "sandbox" of the view's frame; undefined before it is known. */
  sandbox(): Json | undefined;
  /** The workbench's version. */
  version: string;
}

export interface Protocol {
  receive(message: unknown): void;
  /** The view's document has loaded. */
  loaded(): void;
  /** Whether the view has begun to initialize. */
  introduced(): boolean;
  /** Resolves when the view can receive notifications. */
  listening(): Promise<void>;
  input(args: Json): void;
  /** Sends the arguments that the model has written so far. Ignored after input. */
  partialInput(args: Json): void;
  /** A list of the server has changed. */
  listChanged(list: "tools" | "resources" | "prompts"): void;
  /** Calls a tool that the view offers; rejects if it does not answer in time. */
  callViewTool(name: string, args: Json): Promise<CallToolResult>;
  result(result: CallToolResult): void;
  cancelled(reason: string): void;
  surroundings(change: Partial<Surroundings>): void;
  /** The display modes that both the host and the view support. */
  modes(): DisplayMode[];
  /** Notifies the view that it will be removed; resolves when it has answered, or after a timeout. */
  teardown(reason: string): Promise<void>;
  /** What has not happened yet, as a sentence without a full stop. */
  waiting(): string;
}

export const TEARDOWN_MS = 1500;

/** The value of waiting() while only the tool's answer is missing. */
export const TOOL_PENDING = "the tool has not answered";

// What a host's protocol is given and what it has to offer. A protocol knows
// messages; it knows nothing of frames, pages or HTTP.

import type { CallToolResult, Container, ContentBlock, DisplayMode, Json, Profile, Theme, Tool } from "../wire.ts";

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
  | { kind: "fault"; what: string };

/** What a protocol may ask of the page. */
export interface Services {
  callTool(name: string, args: unknown): Promise<CallToolResult>;
  readResource(uri: string): Promise<unknown>;
  /** Resolves to whether the person opened it. */
  openLink(url: URL): Promise<boolean>;
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
  /** The workbench's version. */
  version: string;
}

export interface Protocol {
  receive(message: unknown): void;
  /** The view's document has loaded. */
  loaded(): void;
  input(args: Json): void;
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

export const TEARDOWN_MS = 500;

// What the workbench's server says, and the parts of MCP that the page reads.

export type ServerStatus = "starting" | "ready" | "failed";
export type UiKind = "mcp-apps" | "chatgpt" | "mcp-ui" | "none";
export type DisplayMode = "inline" | "fullscreen" | "pip";
export type Theme = "light" | "dark";
export type Json = Record<string, unknown>;

export interface ServerInfo {
  id: string;
  title: string;
  version: string;
  status: ServerStatus;
  reason?: string;
  transport?: "http" | "sse" | "stdio" | "";
  /** The endpoint, or the command line. */
  address?: string;
  /** The negotiated version of MCP; empty before the server has answered. */
  protocol?: string;
  instructions?: string;
  capabilities?: Json | null;
}

/** What a server can list. */
export type ListName = "tools" | "resources" | "templates" | "prompts";

export interface ListAnswer {
  entries: unknown[];
  /** False where the server has no such list. */
  supported: boolean;
}

export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  _meta?: Json;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

export interface Prompt {
  name: string;
  title?: string;
  description?: string;
  arguments?: { name: string; title?: string; description?: string; required?: boolean }[];
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** Pixels; an absent or zero axis is unbounded. */
export interface Container {
  width?: number;
  maxWidth?: number;
  height?: number;
  maxHeight?: number;
}

export interface Fact {
  name: string;
  value: unknown;
  known: boolean;
  kind: string;
  source: string;
  date: string;
}

export interface Profile {
  id: string;
  title: string;
  ui: UiKind;
  hostInfo: { name: string; version: string };
  displayModes: DisplayMode[];
  container: Container;
  /** Only what is known; an absent feature is unknown, not missing. */
  features: Record<string, boolean>;
  opaqueOrigin: boolean;
  facts: Fact[];
}

export interface Session {
  version: string;
  title: string;
  demo: { tool: string; arguments: Json } | null;
  /** Run a tool on load where the demo names none. */
  auto: boolean;
  /** The number of the last change that pages were told of. */
  change: number;
  problems: DevProblem[];
  busy: string;
  servers: ServerInfo[];
  profiles: Profile[];
}

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: { title?: string; readOnlyHint?: boolean; destructiveHint?: boolean };
  _meta?: Json;
}

export interface ContentBlock {
  type: string;
  text?: string;
  [key: string]: unknown;
}

export interface CallToolResult {
  content?: ContentBlock[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Json;
  [key: string]: unknown;
}

export interface RpcFault {
  code: number;
  message: string;
  data?: unknown;
}

export interface CallAnswer {
  result?: CallToolResult;
  durationMs?: number;
  rpcError?: RpcFault;
}

export interface PromptAnswer {
  result?: unknown;
  durationMs?: number;
  rpcError?: RpcFault;
}

export interface ResourceAnswer {
  result?: unknown;
  rpcError?: RpcFault;
}

/** Where a document stands by. */
export interface PlacedStandby extends Placed {
  /** What it is to become is sent when the view has changed. */
  ahead?: boolean;
}

/** Where a document is, and what its frames may do. */
export interface Placed {
  proxy: string;
  document: string;
  proxyOrigin: string;
  /** "null" when the document has an opaque origin. */
  documentOrigin: string;
  sandbox: string;
  allow: string;
}

export interface ViewDocument extends Placed {
  kind: "view";
  uri: string;
  mimeType: string;
  bytes: number;
  /** Why this view was chosen, in a sentence. */
  source: string;
  csp: string;
  border: boolean | null;
  renderData: Json | null;
  /** What the view asked for and does not get. */
  dropped?: Dropped[] | null;
  steps?: ViewStep[] | null;
  /** The number of a change that the document has in it. */
  change?: number;
  /** There is a dev client in the document. */
  dev?: boolean;
  /** The whole document, for the one that stands by to become it. */
  write?: string;
}

/** One place where a view was looked for. */
export interface ViewStep {
  what: string;
  found: boolean;
  why: string;
}

export interface Dropped {
  /** Where it stood, such as "csp.frameDomains". */
  field: string;
  value: string;
  reason: string;
}

export type ViewAnswer = ViewDocument | { kind: "none"; reason: string; steps?: ViewStep[] | null };

/** Something that is wrong with what is being developed. */
export interface DevProblem {
  source: "view" | "go" | "types" | "server";
  /** Empty or absent concerns the whole app. */
  view?: string;
  code?: string;
  file?: string;
  line?: number;
  column?: number;
  message: string;
  excerpt?: string;
  fix?: string;
}

/** The text of a style sheet: of the document's <style data-oriel-style="ID">. */
export interface Style {
  id: string;
  css: string;
}

/** What is developed has changed. An empty view is all of the server's. */
export type Development =
  | { type: "reload"; change: number; server: string; view: string }
  | { type: "style"; change: number; server: string; view: string; styles: Style[] }
  /** A document that was shown before the server was asked is what the server gives, by this URI. */
  | { type: "identified"; change: number; server: string; document: string; uri: string; steps?: ViewStep[] | null }
  /** The server is another process now. */
  | { type: "renew"; change: number; server: string };

export type ServerEvent =
  | Development
  /** All that is wrong now. */
  | { type: "problems"; problems: DevProblem[] }
  /** What is being done; empty is nothing. */
  | { type: "busy"; what: string }
  /** What a document that stands by becomes with a change; without a view, it is to be asked for. */
  | { type: "document"; change: number; standby: string; view?: ViewDocument; write?: string }
  | {
      type: "message";
      seq: number;
      time: number;
      server: string;
      profile: string;
      direction: "sent" | "received";
      /** "noise" is what a server wrote in place of JSON-RPC; its body is {text}. */
      kind: "request" | "response" | "notification" | "error" | "noise";
      method?: string;
      id?: string | number;
      durationMs?: number;
      bytes?: number;
      body?: unknown;
      /** What the workbench remarks about the message. */
      note?: string;
    }
  | { type: "server"; id: string; status: ServerStatus; reason?: string }
  /** A line that a server's program wrote to its standard error. */
  | { type: "stderr"; time: number; server: string; profile: string; text: string }
  /** A server's list is not what it was. */
  | { type: "changed"; server: string; profile: string; list: "tools" | "resources" | "prompts" }
  | { type: "log"; time?: number; level: string; text: string }
  | { type: "ping" };

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text blocks of a result, joined: what a host without UI has to go by. */
export function resultText(result: CallToolResult | undefined): string {
  const blocks = Array.isArray(result?.content) ? result.content : [];
  return blocks
    .filter((block) => isRecord(block) && block.type === "text" && typeof block.text === "string")
    .map((block) => block.text)
    .join("\n\n");
}

/** The URI of the tool's view, under the current and the older names. */
export function viewOf(tool: Tool): string | undefined {
  const meta = tool._meta ?? {};
  const ui = isRecord(meta["ui"]) ? meta["ui"]["resourceUri"] : undefined;
  const uri = [ui, meta["ui/resourceUri"], meta["openai/outputTemplate"]].find(
    (value) => typeof value === "string" && value !== "",
  );
  return uri as string | undefined;
}

/** Whether the URI is that of a view of this name, as Oriel writes it: ui://APP/NAME/HASH. An empty name is any. */
export function isOfView(uri: string, name: string): boolean {
  const [, path = ""] = /^ui:\/\/[^/]*\/?(.*)$/.exec(uri) ?? [];
  return name === "" || path.split("/").some((part) => part === name || part === `${name}.html`);
}

/** Whether a tool may be called by nobody's wish: it says that it destroys nothing, or does not say what it does. */
export function isHarmless(tool: Tool): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  return readOnlyHint === true || destructiveHint !== true;
}

export type Audience = "both" | "app" | "model";

/** Who may call the tool; tools that say nothing are for both. */
export function audienceOf(tool: Tool): Audience {
  const ui = isRecord(tool._meta?.["ui"]) ? tool._meta["ui"] : {};
  const list = ui["visibility"];
  if (!Array.isArray(list)) {
    return tool._meta?.["openai/visibility"] === "private" ? "app" : "both";
  }
  const model = list.includes("model");
  const app = list.includes("app");
  return model === app ? "both" : app ? "app" : "model";
}

/** Whether a result brings a view of its own. */
export function holdsView({ content }: CallToolResult): boolean {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return blocks.some((block) => {
    const resource = isRecord(block) && block["type"] === "resource" ? block["resource"] : undefined;
    return isRecord(resource) && typeof resource["uri"] === "string" && resource["uri"].startsWith("ui://");
  });
}

// The types of the workbench's API, based on those that servertypes.ts has from Go, and of the parts of MCP that the page
// reads.

import { isRecord } from "../../../../view/src/host/types.ts";
import type { CallToolResult, Json, Tool } from "../../../../view/src/host/types.ts";
import type {
  AnyEvent,
  NoView,
  Outcome,
  PlacedView,
  QuestionLine,
  SessionAnswer,
  SignInAnswer,
  StandbyAnswer,
} from "./servertypes.ts";

export { isRecord } from "../../../../view/src/host/types.ts";
export type {
  CallToolResult,
  Container,
  ContentBlock,
  DisplayMode,
  Json,
  ListName,
  Progress,
  RpcFault,
  Theme,
  Tool,
} from "../../../../view/src/host/types.ts";
export type { KeptAnswer, ListAnswer } from "./servertypes.ts";


/** A type with more precise types for some of its members. */
type With<T, Better> = Omit<T, keyof Better> & Better;

export type ServerInfo = With<SessionAnswer["servers"][number], { capabilities?: Json }>;
export type ServerStatus = ServerInfo["status"];
export type Profile = SessionAnswer["profiles"][number];
export type UiKind = Profile["ui"];
export type Fact = Profile["facts"][number];
/** A problem of the app that is being developed. */
export type DevProblem = SessionAnswer["problems"][number];
/** An error of the running app that its clients don't see. */
export type AppError = Extract<AnyEvent, { type: "app_error" }>["error"];
export type Session = With<SessionAnswer, { demo?: { tool: string; arguments: Json }; servers: ServerInfo[] }>;

/** A server's sign-in, with all its steps. */
export type SignIn = SignInAnswer;

/** The client as which a person signs in; what is left out is up to the workbench. */
export interface SignInClient {
  clientId?: string;
  clientSecret?: string;
  redirect?: string;
  scope?: string;
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

/** A question of the server, or what has become of one. */
export type ServerQuestion = QuestionLine["question"];
export type { CompleteAnswer } from "./servertypes.ts";

export type CallAnswer = With<Outcome, { result?: CallToolResult }>;
export type PromptAnswer = Outcome;
export type ResourceAnswer = Outcome;

/** The addresses and permissions of a document. */
export type Placed = StandbyAnswer & { external?: boolean };

export type ViewDocument = With<
  PlacedView,
  {
    renderData?: Json;
    /** The content to write into the standby document. */
    write?: string;
  }
>;

/** What a document uses and the host does not have. */
export type MissingApi = NonNullable<ViewDocument["missing"]>;

/** A place that was checked for a view. */
export type ViewStep = NonNullable<ViewDocument["steps"]>[number];
export type Dropped = NonNullable<ViewDocument["dropped"]>[number];
export type ViewAnswer = ViewDocument | NoView;

/** The text of a style sheet, which is in the document's <style data-oriel-style="ID">. */
export type Style = Extract<AnyEvent, { type: "style" }>["styles"][number];

export type ServerEvent = AnyEvent;

/** A change during development. An empty view means all views of the server. */
export type Development = Extract<ServerEvent, { type: "reload" | "style" | "renew" }>;

/** The text blocks of a result, joined. Hosts without UI show nothing else. */
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

/** Whether a URI in Oriel's form, ui://APP/NAME/HASH, has this name. An empty name matches all. */
export function isOfView(uri: string, name: string): boolean {
  const [, path = ""] = /^ui:\/\/[^/]*\/?(.*)$/.exec(uri) ?? [];
  return name === "" || path.split("/").some((part) => part === name || part === `${name}.html`);
}

/** Whether a tool may be called without a click: it is read-only, or not declared as destructive. */
export function isHarmless(tool: Tool): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  return readOnlyHint === true || destructiveHint !== true;
}

export type Audience = "both" | "app" | "model";

/** Who may call the tool; by default, both. */
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

/** Every message between a view and its host, by its method, both ways (MCP Apps 2026-01-26, and what is agreed on since). */
import type { ContentBlock } from "../values/content.ts";
import type { LogLevel } from "../calls/log.ts";
import type { ResourceContents } from "../calls/readresource.ts";
import type { Progress } from "../protocol/rpc.ts";
import type { SamplingParams, SamplingResult } from "../calls/createmessage.ts";
import type {
  CallToolResult,
  Implementation,
  McpUiDisplayMode,
  McpUiDownload,
  McpUiHostContext,
  McpUiResourceCsp,
  McpUiResourcePermissions,
  McpUiSupportedContentBlockModalities,
  Resource,
  Tool,
} from "./types.ts";

/** A host's answer that may be a refusal. */
export interface Taken {
  isError?: boolean;
  [key: string]: unknown;
}

/** A list comes in pages. */
interface Page {
  cursor?: string;
}

/** What a host says that it can do. */
export interface McpUiHostCapabilities {
  experimental?: Record<string, object>;
  openLinks?: {};
  downloadFile?: {};
  serverTools?: { listChanged?: boolean };
  serverResources?: { listChanged?: boolean };
  logging?: {};
  /** What the view has been granted. */
  sandbox?: { permissions?: McpUiResourcePermissions; csp?: McpUiResourceCsp };
  updateModelContext?: McpUiSupportedContentBlockModalities;
  message?: McpUiSupportedContentBlockModalities;
  sampling?: { tools?: {} };
}

/** What a view says that it can do. */
export interface McpUiAppCapabilities {
  experimental?: Record<string, object>;
  /** It offers tools of its own. */
  tools?: { listChanged?: boolean };
  availableDisplayModes?: McpUiDisplayMode[];
}

/** What a view asks its host, and what the host answers. */
export interface ViewRequests {
  "ui/initialize": {
    params: { protocolVersion: string; appInfo: Implementation; appCapabilities: McpUiAppCapabilities };
    result: {
      protocolVersion: string;
      hostInfo: Implementation;
      hostCapabilities: McpUiHostCapabilities;
      hostContext: McpUiHostContext;
      [key: string]: unknown;
    };
  };
  "ui/open-link": { params: { url: string }; result: Taken };
  "ui/download-file": { params: { contents: McpUiDownload[] }; result: Taken };
  "ui/message": { params: { role: "user"; content: ContentBlock[] }; result: Taken };
  "ui/update-model-context": {
    params: { content?: ContentBlock[]; structuredContent?: Record<string, unknown> };
    result: Record<string, unknown>;
  };
  "ui/request-display-mode": {
    params: { mode: McpUiDisplayMode };
    result: { mode: McpUiDisplayMode; [key: string]: unknown };
  };
  "tools/call": { params: { name: string; arguments?: Record<string, unknown> }; result: CallToolResult };
  "tools/list": { params: Page; result: { tools: Tool[]; nextCursor?: string } };
  "resources/read": { params: { uri: string }; result: { contents: ResourceContents[]; [key: string]: unknown } };
  "resources/list": { params: Page; result: { resources: Resource[]; nextCursor?: string } };
  "resources/templates/list": {
    params: Page;
    result: { resourceTemplates: { uriTemplate: string; name: string; [key: string]: unknown }[]; nextCursor?: string };
  };
  "resources/subscribe": { params: { uri: string }; result: Record<string, unknown> };
  "resources/unsubscribe": { params: { uri: string }; result: Record<string, unknown> };
  "prompts/list": { params: Page; result: { prompts: { name: string; [key: string]: unknown }[]; nextCursor?: string } };
  "sampling/createMessage": { params: SamplingParams; result: SamplingResult };
  ping: { params: Record<string, never>; result: Record<string, unknown> };
}

/** What a view tells its host. */
export interface ViewNotifications {
  "ui/notifications/initialized": Record<string, never>;
  /** CSS pixels. */
  "ui/notifications/size-changed": { width?: number; height?: number };
  "ui/notifications/request-teardown": Record<string, never>;
  "notifications/message": { level: LogLevel; data: unknown; logger?: string };
  "notifications/tools/list_changed": Record<string, never>;
  "notifications/cancelled": { requestId: string | number; reason?: string };
}

/** What a host asks a view, and what the view answers. */
export interface HostRequests {
  "ui/resource-teardown": { params: { reason?: string }; result: Record<string, unknown> };
  "tools/call": { params: { name: string; arguments?: Record<string, unknown> }; result: CallToolResult };
  "tools/list": { params: Page; result: { tools: Tool[]; nextCursor?: string } };
  ping: { params: Record<string, never>; result: Record<string, unknown> };
}

/** What a host tells a view. */
export interface HostNotifications {
  "ui/notifications/tool-input": { arguments?: Record<string, unknown> };
  "ui/notifications/tool-input-partial": { arguments?: Record<string, unknown> };
  "ui/notifications/tool-result": CallToolResult;
  "ui/notifications/tool-cancelled": { reason?: string };
  "ui/notifications/host-context-changed": McpUiHostContext;
  "notifications/progress": Progress & { progressToken: string | number };
  "notifications/tools/list_changed": Record<string, unknown>;
  "notifications/resources/list_changed": Record<string, unknown>;
  "notifications/resources/updated": { uri: string };
  "notifications/prompts/list_changed": Record<string, unknown>;
}

/** What passes between a host and its sandbox, before there is a view. */
export interface SandboxNotifications {
  "ui/notifications/sandbox-proxy-ready": Record<string, never>;
  "ui/notifications/sandbox-resource-ready": {
    html: string;
    sandbox?: string;
    csp?: McpUiResourceCsp;
    permissions?: McpUiResourcePermissions;
  };
}

/** A request or notification as it is posted, without its id. */
export interface Message<M extends string, P> {
  method: M;
  params: P;
}

type ViewRequest<M extends keyof ViewRequests> = Message<M, ViewRequests[M]["params"]>;

// The names that ext-apps has for some of them.
export type McpUiInitializeRequest = ViewRequest<"ui/initialize">;
export type McpUiInitializeResult = ViewRequests["ui/initialize"]["result"];
export type McpUiOpenLinkRequest = ViewRequest<"ui/open-link">;
export type McpUiOpenLinkResult = ViewRequests["ui/open-link"]["result"];
export type McpUiDownloadFileRequest = ViewRequest<"ui/download-file">;
export type McpUiDownloadFileResult = ViewRequests["ui/download-file"]["result"];
export type McpUiMessageRequest = ViewRequest<"ui/message">;
export type McpUiMessageResult = ViewRequests["ui/message"]["result"];
export type McpUiUpdateModelContextRequest = ViewRequest<"ui/update-model-context">;
export type McpUiRequestDisplayModeRequest = ViewRequest<"ui/request-display-mode">;
export type McpUiRequestDisplayModeResult = ViewRequests["ui/request-display-mode"]["result"];
export type McpUiSizeChangedNotification = Message<
  "ui/notifications/size-changed",
  ViewNotifications["ui/notifications/size-changed"]
>;
export type McpUiToolInputNotification = Message<
  "ui/notifications/tool-input",
  HostNotifications["ui/notifications/tool-input"]
>;
export type McpUiToolInputPartialNotification = Message<
  "ui/notifications/tool-input-partial",
  HostNotifications["ui/notifications/tool-input-partial"]
>;
export type McpUiToolResultNotification = Message<"ui/notifications/tool-result", CallToolResult>;
export type McpUiToolCancelledNotification = Message<
  "ui/notifications/tool-cancelled",
  HostNotifications["ui/notifications/tool-cancelled"]
>;
export type McpUiHostContextChangedNotification = Message<"ui/notifications/host-context-changed", McpUiHostContext>;
export type McpUiResourceTeardownRequest = Message<
  "ui/resource-teardown",
  HostRequests["ui/resource-teardown"]["params"]
>;
export type McpUiResourceTeardownResult = HostRequests["ui/resource-teardown"]["result"];

import type { ContentBlock } from "../values/content.ts";
import { context, updateContext } from "../data/context.ts";
import type { LogLevel } from "../calls/log.ts";
import type { ResourceContents } from "../calls/readresource.ts";
import type { SamplingParams, SamplingResult } from "../calls/createmessage.ts";
import { autoSize } from "../page/size.ts";
import type { ViewRequests } from "./protocol.ts";
import { notify, request } from "./request.ts";
import type { RequestOptions } from "./request.ts";
import type { CallToolResult, McpUiDisplayMode, McpUiDownload, Resource } from "./types.ts";

// Each waits for the host's answer to the handshake, and rejects as `request` or `notify` does.

/**
 * Calls a tool of the app's server (`tools/call`).
 *
 * @returns The result as the server gave it; a tool that fails gives one with `isError`.
 * @example
 * const { structuredContent } = await callServerTool({ name: "forecast", arguments: { city: "Lisbon" } });
 */
export const callServerTool = async (
  params: { name: string; arguments?: Record<string, unknown> },
  options?: RequestOptions,
): Promise<CallToolResult> => {
  const result = await request("tools/call", params, options);
  return Array.isArray(result.content) ? result : { ...result, content: [] };
};

/**
 * Reads a resource of the app's server (`resources/read`).
 *
 * @example
 * const { contents } = await readServerResource({ uri: "notes://today" });
 */
export const readServerResource = (
  params: { uri: string },
  options?: RequestOptions,
): Promise<{ contents: ResourceContents[]; [key: string]: unknown }> => request("resources/read", params, options);

/**
 * Lists resources of the app's server (`resources/list`), a page at a time.
 *
 * @example
 * const { resources } = await listServerResources();
 */
export const listServerResources = (
  params: { cursor?: string } = {},
  options?: RequestOptions,
): Promise<{ resources: Resource[]; nextCursor?: string }> => request("resources/list", params, options);

/**
 * Asks the host's model (`sampling/createMessage`).
 *
 * @example
 * const { content } = await createSamplingMessage({
 *   messages: [{ role: "user", content: { type: "text", text: "A haiku" } }],
 *   maxTokens: 100,
 * });
 */
export const createSamplingMessage = (params: SamplingParams, options?: RequestOptions): Promise<SamplingResult> =>
  request("sampling/createMessage", params, options);

/**
 * Puts a message into the conversation, as the user (`ui/message`).
 *
 * @returns `isError` where the host refused.
 * @example
 * await sendMessage({ role: "user", content: [{ type: "text", text: "Compare it with Porto" }] });
 */
export const sendMessage = (
  params: { role: "user"; content: ContentBlock[] },
  options?: RequestOptions,
): Promise<ViewRequests["ui/message"]["result"]> => request("ui/message", params, options);

/**
 * Tells the model what the user sees, for its next answer (`ui/update-model-context`).
 * Each call replaces what the one before has said.
 *
 * @example
 * await updateModelContext({ content: [{ type: "text", text: "The user has picked Lisbon" }] });
 */
export const updateModelContext = (
  params: { content?: ContentBlock[]; structuredContent?: Record<string, unknown> },
  options?: RequestOptions,
): Promise<Record<string, unknown>> => request("ui/update-model-context", params, options);

/**
 * Opens a page outside the view (`ui/open-link`).
 *
 * @returns `isError` where the host refused.
 * @example
 * await openLink({ url: "https://example.com/" });
 */
export const openLink = (
  params: { url: string },
  options?: RequestOptions,
): Promise<ViewRequests["ui/open-link"]["result"]> => request("ui/open-link", params, options);

/**
 * Gives files to the user, to be saved (`ui/download-file`).
 *
 * @returns `isError` where the host refused.
 * @example
 * const resource = { uri: "file:///a.csv", mimeType: "text/csv", text: "day,high" };
 * await downloadFile({ contents: [{ type: "resource", resource }] });
 */
export const downloadFile = (
  params: { contents: McpUiDownload[] },
  options?: RequestOptions,
): Promise<ViewRequests["ui/download-file"]["result"]> => request("ui/download-file", params, options);

/**
 * Asks for more or less room (`ui/request-display-mode`). The host's
 * `availableDisplayModes` say what may be asked for.
 *
 * @returns The mode that the view is in afterwards.
 * @example
 * const { mode } = await requestDisplayMode({ mode: "fullscreen" });
 */
export const requestDisplayMode = async (
  params: { mode: McpUiDisplayMode },
  options?: RequestOptions,
): Promise<ViewRequests["ui/request-display-mode"]["result"]> => {
  const result = await request("ui/request-display-mode", params, options);
  updateContext({ displayMode: result.mode });
  return { ...result, mode: context().displayMode ?? "inline" };
};

/**
 * Writes into the host's log (`notifications/message`).
 *
 * @example
 * await sendLog({ level: "warning", data: { slow: true }, logger: "chart" });
 */
export const sendLog = (params: { level: LogLevel; data: unknown; logger?: string }): Promise<void> =>
  notify("notifications/message", params);

/**
 * Says that the view's own tools have changed (`notifications/tools/list_changed`).
 * Those of {@link registerTool} say so themselves.
 *
 * @example
 * await sendToolListChanged();
 */
export const sendToolListChanged = (): Promise<void> => notify("notifications/tools/list_changed", {});

/**
 * Asks the host to take the view away (`ui/notifications/request-teardown`).
 *
 * @example
 * await requestTeardown();
 */
export const requestTeardown = (): Promise<void> => notify("ui/notifications/request-teardown", {});

/**
 * Says how large the view wants to be, in CSS pixels (`ui/notifications/size-changed`).
 * The automatic reports go on; {@link setupSizeChangedNotifications} ends them.
 *
 * @example
 * await sendSizeChanged({ height: 320 });
 */
export const sendSizeChanged = (params: { width?: number; height?: number }): Promise<void> =>
  notify("ui/notifications/size-changed", params);

/**
 * Begins the automatic reports of the content's height, which are on at first.
 * Returns a function that ends them.
 *
 * @example
 * const stop = setupSizeChangedNotifications();
 */
export const setupSizeChangedNotifications = (): (() => void) => {
  autoSize(true);
  return () => autoSize(false);
};

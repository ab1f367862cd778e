import type { ContentBlock } from "../values/content.js";
import type { LogLevel } from "../calls/log.js";
import type { ResourceContents } from "../calls/readresource.js";
import type { SamplingParams, SamplingResult } from "../calls/createmessage.js";
import type { ViewRequests } from "./protocol.js";
import type { RequestOptions } from "./request.js";
import type { CallToolResult, McpUiDisplayMode, McpUiDownload, Resource } from "./types.js";
/**
 * Calls a tool of the app's server (`tools/call`).
 *
 * @returns The result as the server gave it; a tool that fails gives one with `isError`.
 * @example
 * const { structuredContent } = await callServerTool({ name: "forecast", arguments: { city: "Lisbon" } });
 */
export declare const callServerTool: (params: {
    name: string;
    arguments?: Record<string, unknown>;
}, options?: RequestOptions) => Promise<CallToolResult>;
/**
 * Reads a resource of the app's server (`resources/read`).
 *
 * @example
 * const { contents } = await readServerResource({ uri: "notes://today" });
 */
export declare const readServerResource: (params: {
    uri: string;
}, options?: RequestOptions) => Promise<{
    contents: ResourceContents[];
    [key: string]: unknown;
}>;
/**
 * Lists resources of the app's server (`resources/list`), a page at a time.
 *
 * @example
 * const { resources } = await listServerResources();
 */
export declare const listServerResources: (params?: {
    cursor?: string;
}, options?: RequestOptions) => Promise<{
    resources: Resource[];
    nextCursor?: string;
}>;
/**
 * Asks the host's model (`sampling/createMessage`).
 *
 * @example
 * const { content } = await createSamplingMessage({
 *   messages: [{ role: "user", content: { type: "text", text: "A haiku" } }],
 *   maxTokens: 100,
 * });
 */
export declare const createSamplingMessage: (params: SamplingParams, options?: RequestOptions) => Promise<SamplingResult>;
/**
 * Puts a message into the conversation, as the user (`ui/message`).
 *
 * @returns `isError` where the host refused.
 * @example
 * await sendMessage({ role: "user", content: [{ type: "text", text: "Compare it with Porto" }] });
 */
export declare const sendMessage: (params: {
    role: "user";
    content: ContentBlock[];
}, options?: RequestOptions) => Promise<ViewRequests["ui/message"]["result"]>;
/**
 * Tells the model what the user sees, for its next answer (`ui/update-model-context`).
 * Each call replaces what the one before has said.
 *
 * @example
 * await updateModelContext({ content: [{ type: "text", text: "The user has picked Lisbon" }] });
 */
export declare const updateModelContext: (params: {
    content?: ContentBlock[];
    structuredContent?: Record<string, unknown>;
}, options?: RequestOptions) => Promise<Record<string, unknown>>;
/**
 * Opens a page outside the view (`ui/open-link`).
 *
 * @returns `isError` where the host refused.
 * @example
 * await openLink({ url: "https://example.com/" });
 */
export declare const openLink: (params: {
    url: string;
}, options?: RequestOptions) => Promise<ViewRequests["ui/open-link"]["result"]>;
/**
 * Gives files to the user, to be saved (`ui/download-file`).
 *
 * @returns `isError` where the host refused.
 * @example
 * const resource = { uri: "file:///a.csv", mimeType: "text/csv", text: "day,high" };
 * await downloadFile({ contents: [{ type: "resource", resource }] });
 */
export declare const downloadFile: (params: {
    contents: McpUiDownload[];
}, options?: RequestOptions) => Promise<ViewRequests["ui/download-file"]["result"]>;
/**
 * Asks for more or less room (`ui/request-display-mode`). The host's
 * `availableDisplayModes` say what may be asked for.
 *
 * @returns The mode that the view is in afterwards.
 * @example
 * const { mode } = await requestDisplayMode({ mode: "fullscreen" });
 */
export declare const requestDisplayMode: (params: {
    mode: McpUiDisplayMode;
}, options?: RequestOptions) => Promise<ViewRequests["ui/request-display-mode"]["result"]>;
/**
 * Writes into the host's log (`notifications/message`).
 *
 * @example
 * await sendLog({ level: "warning", data: { slow: true }, logger: "chart" });
 */
export declare const sendLog: (params: {
    level: LogLevel;
    data: unknown;
    logger?: string;
}) => Promise<void>;
/**
 * Says that the view's own tools have changed (`notifications/tools/list_changed`).
 * Those of {@link registerTool} say so themselves.
 *
 * @example
 * await sendToolListChanged();
 */
export declare const sendToolListChanged: () => Promise<void>;
/**
 * Asks the host to take the view away (`ui/notifications/request-teardown`).
 *
 * @example
 * await requestTeardown();
 */
export declare const requestTeardown: () => Promise<void>;
/**
 * Says how large the view wants to be, in CSS pixels (`ui/notifications/size-changed`).
 * The automatic reports go on; {@link setupSizeChangedNotifications} ends them.
 *
 * @example
 * await sendSizeChanged({ height: 320 });
 */
export declare const sendSizeChanged: (params: {
    width?: number;
    height?: number;
}) => Promise<void>;
/**
 * Begins the automatic reports of the content's height, which are on at first.
 * Returns a function that ends them.
 *
 * @example
 * const stop = setupSizeChangedNotifications();
 */
export declare const setupSizeChangedNotifications: () => (() => void);

import type { Content } from "../../values/content.js";
import type { LogLevel } from "../../calls/log.js";
import type { ResourceContents } from "../../calls/readresource.js";
import type { DisplayMode } from "../../values/types.js";
import { downloadFile, requestTeardown, updateModelContext } from "../calls.js";
import type { RequestOptions } from "../request.js";
import type { CallToolResult } from "../types.js";
/**
 * The view's display mode, and a function that asks for another and resolves with
 * the mode that there is then. `availableDisplayModes` of {@link useHostContext} say
 * what can be asked for.
 *
 * @example
 * const [mode, setMode] = useDisplayMode();
 * return h("button", { onClick: () => setMode("fullscreen"), hidden: mode === "fullscreen" }, "Expand");
 */
export declare const useDisplayMode: () => [mode: DisplayMode, setMode: (mode: DisplayMode) => Promise<DisplayMode>];
declare const callTool: (name: string, args?: Record<string, unknown>, options?: RequestOptions) => Promise<CallToolResult>;
/**
 * Calls a tool of the app's server.
 *
 * @example
 * const callTool = useCallTool();
 * const { structuredContent } = await callTool("forecast", { city: "Lisbon" });
 */
export declare const useCallTool: () => typeof callTool;
declare const readResource: (uri: string, options?: RequestOptions) => Promise<ResourceContents[]>;
/**
 * Reads a resource of the app's server.
 *
 * @example
 * const readResource = useReadResource();
 * const [page] = await readResource("notes://today");
 */
export declare const useReadResource: () => typeof readResource;
declare const openLink: (url: string) => Promise<import("./index.js").Taken>;
/**
 * Opens a page outside the view; the answer has `isError` where the host refused.
 *
 * @example
 * const openLink = useOpenLink();
 * return h("button", { onClick: () => openLink("https://example.com/") }, "More");
 */
export declare const useOpenLink: () => typeof openLink;
declare const sendMessage: (content: Content) => Promise<import("./index.js").Taken>;
/**
 * Puts a message into the conversation, as the user: a text, a content block, or a
 * list of blocks. The answer has `isError` where the host refused.
 *
 * @example
 * const sendMessage = useSendMessage();
 * await sendMessage("Compare it with Porto");
 */
export declare const useSendMessage: () => typeof sendMessage;
/**
 * Tells the model what the user sees, for its next answer.
 *
 * @example
 * const updateModelContext = useUpdateModelContext();
 * await updateModelContext({ structuredContent: { city: "Lisbon" } });
 */
export declare const useUpdateModelContext: () => typeof updateModelContext;
/** The same as {@link useUpdateModelContext}. */
export declare const useModelContext: typeof useUpdateModelContext;
declare const log: (level: LogLevel, data: unknown, logger?: string) => Promise<void>;
/**
 * Writes into the host's log.
 *
 * @example
 * const log = useLog();
 * await log("warning", { slow: true }, "chart");
 */
export declare const useLog: () => typeof log;
/**
 * Gives files to the user, to be saved.
 *
 * @example
 * const downloadFile = useDownloadFile();
 * await downloadFile({ contents: [{ type: "resource_link", uri: "notes://today", name: "today.md" }] });
 */
export declare const useDownloadFile: () => typeof downloadFile;
/**
 * Asks the host to take the view away.
 *
 * @example
 * const close = useClose();
 * return h("button", { onClick: () => close() }, "Done");
 */
export declare const useClose: () => typeof requestTeardown;
export {};

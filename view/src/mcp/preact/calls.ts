// Generated from ../react by tools/assets. DO NOT EDIT.
import { toBlocks } from "../../values/content.ts";
import type { Content } from "../../values/content.ts";
import { context } from "../../data/context.ts";
import type { LogLevel } from "../../calls/log.ts";
import type { ResourceContents } from "../../calls/readresource.ts";
import type { DisplayMode } from "../../values/types.ts";
import {
  callServerTool,
  downloadFile,
  openLink as openUrl,
  readServerResource,
  requestDisplayMode,
  requestTeardown,
  sendLog,
  sendMessage as send,
  updateModelContext,
} from "../calls.ts";
import type { RequestOptions } from "../request.ts";
import type { CallToolResult } from "../types.ts";
import { useRead } from "./library.ts";

// The functions are the same at each render. They reject with a ViewError, as those of ../calls.ts say.

const setMode = async (mode: DisplayMode): Promise<DisplayMode> => (await requestDisplayMode({ mode })).mode;

/**
 * The view's display mode, and a function that asks for another and resolves with
 * the mode that there is then. `availableDisplayModes` of {@link useHostContext} say
 * what can be asked for.
 *
 * @example
 * const [mode, setMode] = useDisplayMode();
 * return h("button", { onClick: () => setMode("fullscreen"), hidden: mode === "fullscreen" }, "Expand");
 */
export const useDisplayMode = (): [mode: DisplayMode, setMode: (mode: DisplayMode) => Promise<DisplayMode>] => [
  useRead(() => context().displayMode ?? "inline"),
  setMode,
];

const callTool = (name: string, args: Record<string, unknown> = {}, options?: RequestOptions): Promise<CallToolResult> =>
  callServerTool({ name, arguments: args }, options);

/**
 * Calls a tool of the app's server.
 *
 * @example
 * const callTool = useCallTool();
 * const { structuredContent } = await callTool("forecast", { city: "Lisbon" });
 */
export const useCallTool = (): typeof callTool => callTool;

const readResource = async (uri: string, options?: RequestOptions): Promise<ResourceContents[]> =>
  [(await readServerResource({ uri }, options)).contents ?? []].flat();

/**
 * Reads a resource of the app's server.
 *
 * @example
 * const readResource = useReadResource();
 * const [page] = await readResource("notes://today");
 */
export const useReadResource = (): typeof readResource => readResource;

const openLink = (url: string) => openUrl({ url });

/**
 * Opens a page outside the view; the answer has `isError` where the host refused.
 *
 * @example
 * const openLink = useOpenLink();
 * return h("button", { onClick: () => openLink("https://example.com/") }, "More");
 */
export const useOpenLink = (): typeof openLink => openLink;

const sendMessage = (content: Content) => send({ role: "user", content: toBlocks(content) });

/**
 * Puts a message into the conversation, as the user: a text, a content block, or a
 * list of blocks. The answer has `isError` where the host refused.
 *
 * @example
 * const sendMessage = useSendMessage();
 * await sendMessage("Compare it with Porto");
 */
export const useSendMessage = (): typeof sendMessage => sendMessage;

/**
 * Tells the model what the user sees, for its next answer.
 *
 * @example
 * const updateModelContext = useUpdateModelContext();
 * await updateModelContext({ structuredContent: { city: "Lisbon" } });
 */
export const useUpdateModelContext = (): typeof updateModelContext => updateModelContext;

/** The same as {@link useUpdateModelContext}. */
export const useModelContext = useUpdateModelContext;

const log = (level: LogLevel, data: unknown, logger?: string): Promise<void> =>
  sendLog({ level, data, ...(logger !== undefined && { logger }) });

/**
 * Writes into the host's log.
 *
 * @example
 * const log = useLog();
 * await log("warning", { slow: true }, "chart");
 */
export const useLog = (): typeof log => log;

/**
 * Gives files to the user, to be saved.
 *
 * @example
 * const downloadFile = useDownloadFile();
 * await downloadFile({ contents: [{ type: "resource_link", uri: "notes://today", name: "today.md" }] });
 */
export const useDownloadFile = (): typeof downloadFile => downloadFile;

/**
 * Asks the host to take the view away.
 *
 * @example
 * const close = useClose();
 * return h("button", { onClick: () => close() }, "Done");
 */
export const useClose = (): typeof requestTeardown => requestTeardown;

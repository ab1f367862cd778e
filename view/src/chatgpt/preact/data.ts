// Generated from ../react by tools/assets. DO NOT EDIT.
import { toCallResult } from "../../values/callresult.ts";
import { context } from "../../data/context.ts";
import { toolInput } from "../../data/input.ts";
import { toolResult } from "../../data/result.ts";
import type { DisplayMode, HostContext, Theme } from "../../values/types.ts";
import type { NativeToolResult, SafeArea, ToolResponseMetadata, UserAgent } from "../native.ts";

import { useOpenAIGlobal } from "./globals.ts";
import { useRead } from "./library.ts";

const none: SafeArea["insets"] = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * What ChatGPT says of the view's surroundings, in the words of MCP Apps: from
 * `window.openai` and from its bridge, whichever is newer.
 *
 * @example
 * const { locale, containerDimensions } = useHostContext();
 */
export const useHostContext = (): HostContext => useRead(context);

/**
 * ChatGPT's theme; `"light"` while it has said none.
 *
 * @example
 * const dark = useTheme() === "dark";
 */
export const useTheme = (): Theme => useRead(() => context().theme ?? "light");

/**
 * The arguments of the tool call; null until they are there, which for a call that
 * the user has to approve is after that.
 *
 * @example
 * const input = useToolInput<{ city: string }>();
 */
export const useToolInput = <T = Record<string, unknown>>(): T | null => useRead(() => toolInput<T>() ?? null);

/**
 * The whole result of the tool call; null while it runs.
 *
 * @example
 * const result = useToolResult<Forecast>();
 * return result?.isError ? "Failed" : result?.structuredContent?.city;
 */
export const useToolResult = <D = unknown>(): NativeToolResult<D> | null =>
  useRead(() => toCallResult(toolResult<D>()) ?? null);

/**
 * The result's `structuredContent`; null while the tool runs, or where it gave none.
 *
 * @example
 * const forecast = useToolOutput<Forecast>();
 */
export const useToolOutput = <D = Record<string, unknown>>(): D | null => useRead(() => toolResult<D>()?.data ?? null);

/**
 * `window.openai.toolResponseMetadata`: the result in its envelope, or in older
 * versions its bare `_meta`.
 *
 * @example
 * const hidden = useToolResponseMetadata()?.mcp_tool_result?._meta;
 */
export const useToolResponseMetadata = (): ToolResponseMetadata | null => useOpenAIGlobal("toolResponseMetadata") ?? null;

/**
 * How high the view may be, in CSS pixels; undefined where ChatGPT has set no limit.
 *
 * @example
 * const maxHeight = useMaxHeight();
 */
export const useMaxHeight = (): number | undefined => useRead(() => context().containerDimensions?.maxHeight);

/**
 * The room that a device's notches and bars take, in CSS pixels; zeros where nothing does.
 *
 * @example
 * const { bottom } = useSafeArea();
 */
export const useSafeArea = (): SafeArea["insets"] => useRead(() => context().safeAreaInsets ?? none);

/**
 * The user's language, BCP 47; undefined while ChatGPT has said none.
 *
 * @example
 * const text = new Date().toLocaleDateString(useLocale());
 */
export const useLocale = (): string | undefined => useRead(() => context().locale);

/**
 * What the user's device is and can do; undefined while there is no ChatGPT.
 *
 * @example
 * const touch = useUserAgent()?.capabilities.touch;
 */
export const useUserAgent = (): UserAgent | undefined => useOpenAIGlobal("userAgent");

/**
 * What the view was opened as: `mode` `"modal"` in a modal, with its `params`.
 *
 * @example
 * const view = useView();
 * return view?.mode === "modal" ? h(Details, view.params) : h(List);
 */
export const useView = (): HostContext["view"] => useRead(() => context().view);

/**
 * The mode before the present one; null where there was none.
 *
 * @example
 * const previous = usePreviousDisplayMode();
 */
export const usePreviousDisplayMode = (): DisplayMode | null => useRead(() => context().previousDisplayMode ?? null);

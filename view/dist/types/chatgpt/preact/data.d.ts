import type { DisplayMode, HostContext, Theme } from "../../values/types.js";
import type { NativeToolResult, SafeArea, ToolResponseMetadata, UserAgent } from "../native.js";
/**
 * What ChatGPT says of the view's surroundings, in the words of MCP Apps: from
 * `window.openai` and from its bridge, whichever is newer.
 *
 * @example
 * const { locale, containerDimensions } = useHostContext();
 */
export declare const useHostContext: () => HostContext;
/**
 * ChatGPT's theme; `"light"` while it has said none.
 *
 * @example
 * const dark = useTheme() === "dark";
 */
export declare const useTheme: () => Theme;
/**
 * The arguments of the tool call; null until they are there, which for a call that
 * the user has to approve is after that.
 *
 * @example
 * const input = useToolInput<{ city: string }>();
 */
export declare const useToolInput: <T = Record<string, unknown>>() => T | null;
/**
 * The whole result of the tool call; null while it runs.
 *
 * @example
 * const result = useToolResult<Forecast>();
 * return result?.isError ? "Failed" : result?.structuredContent?.city;
 */
export declare const useToolResult: <D = unknown>() => NativeToolResult<D> | null;
/**
 * The result's `structuredContent`; null while the tool runs, or where it gave none.
 *
 * @example
 * const forecast = useToolOutput<Forecast>();
 */
export declare const useToolOutput: <D = Record<string, unknown>>() => D | null;
/**
 * `window.openai.toolResponseMetadata`: the result in its envelope, or in older
 * versions its bare `_meta`.
 *
 * @example
 * const hidden = useToolResponseMetadata()?.mcp_tool_result?._meta;
 */
export declare const useToolResponseMetadata: () => ToolResponseMetadata | null;
/**
 * How high the view may be, in CSS pixels; undefined where ChatGPT has set no limit.
 *
 * @example
 * const maxHeight = useMaxHeight();
 */
export declare const useMaxHeight: () => number | undefined;
/**
 * The room that a device's notches and bars take, in CSS pixels; zeros where nothing does.
 *
 * @example
 * const { bottom } = useSafeArea();
 */
export declare const useSafeArea: () => SafeArea["insets"];
/**
 * The user's language, BCP 47; undefined while ChatGPT has said none.
 *
 * @example
 * const text = new Date().toLocaleDateString(useLocale());
 */
export declare const useLocale: () => string | undefined;
/**
 * What the user's device is and can do; undefined while there is no ChatGPT.
 *
 * @example
 * const touch = useUserAgent()?.capabilities.touch;
 */
export declare const useUserAgent: () => UserAgent | undefined;
/**
 * What the view was opened as: `mode` `"modal"` in a modal, with its `params`.
 *
 * @example
 * const view = useView();
 * return view?.mode === "modal" ? h(Details, view.params) : h(List);
 */
export declare const useView: () => HostContext["view"];
/**
 * The mode before the present one; null where there was none.
 *
 * @example
 * const previous = usePreviousDisplayMode();
 */
export declare const usePreviousDisplayMode: () => DisplayMode | null;

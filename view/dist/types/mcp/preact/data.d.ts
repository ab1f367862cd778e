import type { Theme } from "../../values/types.js";
import type { McpUiHostCapabilities } from "../protocol.js";
import type { CallToolResult, Implementation, McpUiHostContext } from "../types.js";
/**
 * What the host says of the view's surroundings; null until it has answered.
 *
 * @example
 * const locale = useHostContext()?.locale;
 */
export declare const useHostContext: () => McpUiHostContext | null;
/**
 * What the host says that it can do; null until it has answered.
 *
 * @example
 * const canLog = !!useHostCapabilities()?.logging;
 */
export declare const useHostCapabilities: () => McpUiHostCapabilities | null;
/**
 * Who the host says it is; null until it has answered.
 *
 * @example
 * const name = useHostVersion()?.name;
 */
export declare const useHostVersion: () => Implementation | null;
/**
 * The host's theme; `"light"` while it has said none.
 *
 * @example
 * const dark = useTheme() === "dark";
 */
export declare const useTheme: () => Theme;
/**
 * The arguments of the tool call; null until they are complete.
 *
 * @example
 * const input = useToolInput<{ city: string }>();
 */
export declare const useToolInput: <T = Record<string, unknown>>() => T | null;
/**
 * The arguments as far as the model has written them; null before any have come,
 * and as soon as they are complete.
 *
 * @example
 * const city = useToolInputPartial<{ city: string }>()?.city;
 */
export declare const useToolInputPartial: <T = Record<string, unknown>>() => Partial<T> | null;
/**
 * The result of the tool call; null while it runs.
 *
 * @example
 * const result = useToolResult<Forecast>();
 * return result?.isError ? "Failed" : result?.structuredContent?.city;
 */
export declare const useToolResult: <D = CallToolResult["structuredContent"]>() => ToolResultOf<D> | null;
/** A {@link CallToolResult} whose data has a known type. */
export type ToolResultOf<D> = Omit<CallToolResult, "structuredContent"> & {
    structuredContent?: D;
};
/**
 * Calls back with the host's reason, if it gave one, when the tool call is
 * cancelled, or was before the component was there.
 *
 * @example
 * useToolCancellation((reason) => setMessage(reason ?? "Cancelled"));
 */
export declare const useToolCancellation: (callback: (reason?: string) => void) => void;
/**
 * Calls back before the host takes the view away, which waits for a promise, though
 * mostly not for long.
 *
 * @example
 * useTeardown(() => save(draft));
 */
export declare const useTeardown: (callback: (reason?: string) => void | Promise<void>) => void;

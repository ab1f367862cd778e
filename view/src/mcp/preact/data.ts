// Generated from ../react by tools/assets. DO NOT EDIT.
import { toCallResult } from "../../values/callresult.ts";
import { hostCapabilities, hostInfo } from "../../hosts/host.ts";
import { context } from "../../data/context.ts";
import { onToolCancelled, toolInput, toolInputPartial } from "../../data/input.ts";
import { toolResult } from "../../data/result.ts";
import { read } from "../../data/topics.ts";
import { onTeardown } from "../../data/teardown.ts";
import type { Theme } from "../../values/types.ts";
import type { McpUiHostCapabilities } from "../protocol.ts";
import type { CallToolResult, Implementation, McpUiHostContext } from "../types.ts";
import { bridged, useEffect, useLatest, useRead } from "./library.ts";

/**
 * What the host says of the view's surroundings; null until it has answered.
 *
 * @example
 * const locale = useHostContext()?.locale;
 */
export const useHostContext = (): McpUiHostContext | null =>
  useRead(() => (bridged() ? (context() as McpUiHostContext) : null));

/**
 * What the host says that it can do; null until it has answered.
 *
 * @example
 * const canLog = !!useHostCapabilities()?.logging;
 */
export const useHostCapabilities = (): McpUiHostCapabilities | null =>
  useRead(() => (bridged() ? kept(hostCapabilities()) : null));

const none = {};
/** An empty object is made anew each time. */
const kept = (capabilities: object): McpUiHostCapabilities => (Object.keys(capabilities)[0] ? capabilities : none);

/**
 * Who the host says it is; null until it has answered.
 *
 * @example
 * const name = useHostVersion()?.name;
 */
export const useHostVersion = (): Implementation | null => {
  const host = useRead(() => read("host"));
  return host ? (hostInfo() as Implementation) : null;
};

/**
 * The host's theme; `"light"` while it has said none.
 *
 * @example
 * const dark = useTheme() === "dark";
 */
export const useTheme = (): Theme => useRead(() => context().theme ?? "light");

/**
 * The arguments of the tool call; null until they are complete.
 *
 * @example
 * const input = useToolInput<{ city: string }>();
 */
export const useToolInput = <T = Record<string, unknown>>(): T | null => useRead(() => toolInput<T>() ?? null);

/**
 * The arguments as far as the model has written them; null before any have come,
 * and as soon as they are complete.
 *
 * @example
 * const city = useToolInputPartial<{ city: string }>()?.city;
 */
export const useToolInputPartial = <T = Record<string, unknown>>(): Partial<T> | null =>
  useRead(() => toolInputPartial<T>() ?? null);

/**
 * The result of the tool call; null while it runs.
 *
 * @example
 * const result = useToolResult<Forecast>();
 * return result?.isError ? "Failed" : result?.structuredContent?.city;
 */
export const useToolResult = <D = CallToolResult["structuredContent"]>(): ToolResultOf<D> | null =>
  useRead(() => (toCallResult(toolResult<D>()) as ToolResultOf<D> | undefined) ?? null);

/** A {@link CallToolResult} whose data has a known type. */
export type ToolResultOf<D> = Omit<CallToolResult, "structuredContent"> & { structuredContent?: D };

/**
 * Calls back with the host's reason, if it gave one, when the tool call is
 * cancelled, or was before the component was there.
 *
 * @example
 * useToolCancellation((reason) => setMessage(reason ?? "Cancelled"));
 */
export const useToolCancellation = (callback: (reason?: string) => void): void => {
  const latest = useLatest(callback);
  useEffect(() => onToolCancelled(latest), []);
};

/**
 * Calls back before the host takes the view away, which waits for a promise, though
 * mostly not for long.
 *
 * @example
 * useTeardown(() => save(draft));
 */
export const useTeardown = (callback: (reason?: string) => void | Promise<void>): void => {
  const latest = useLatest(callback);
  useEffect(() => onTeardown(latest), []);
};

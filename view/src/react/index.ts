/**
 * The view runtime as hooks, for React and Preact alike: each gives what is known
 * now, and renders when that changes. A hook for what not every host has says so in
 * `isSupported`, and its functions may be called all the same: they then fall back,
 * or reject with a {@link ViewError}.
 *
 * They need no provider, and importing them connects. Functions that they give stay
 * the same from render to render.
 *
 * ```tsx
 * import { useToolResult } from "@oriel/view/react"; // or "@oriel/view/preact"
 * ```
 *
 * In the examples `Forecast` and `Chart` are components of the view, `Forecast` is also
 * the type of a tool's data, `{ city: string; high: number }`, and `city`, `day` and
 * `quote` are what the view shows.
 *
 * @module
 */
export { useAppContext, useCapabilities, useHost, usePlatform } from "./app.ts";
export type { AppContext } from "./app.ts";
export { useAppTool } from "./apptool.ts";
export { ErrorBoundary } from "./boundary.ts";
export type { ErrorBoundaryProps, Failure } from "./boundary.ts";
export * from "./calls.ts";
export { useCallTool } from "./calltool.ts";
export type { ToolCall, UseCallToolOptions } from "./calltool.ts";
export { useContainer, useHostContext, useSafeArea, useUser } from "./context.ts";
export type { SafeArea, User } from "./context.ts";
export { useDisplayMode } from "./display.ts";
export type { DisplayModeState } from "./display.ts";
export { useTeardown, useToolCancellation } from "./events.ts";
export { useFiles } from "./files.ts";
export type { Files } from "./files.ts";
export { useFormat } from "./format.ts";
export type { Formats, Moment } from "./format.ts";
export { HostStyles } from "./hoststyles.ts";
export { useLive } from "./live.ts";
export type { Live, UseLiveOptions } from "./live.ts";
export { directionOf, Localized, useLocale } from "./locale.ts";
export type { Direction, Locale, LocalizedProps } from "./locale.ts";
export { ModelContext } from "./modelcontext.ts";
export type { ModelContextProps } from "./modelcontext.ts";
export { mount } from "./mount.ts";
export { useOpenInAppUrl } from "./openinapp.ts";
export { Pending } from "./pending.ts";
export type { PendingProps } from "./pending.ts";
export { AppProvider } from "./provider.ts";
export type { AppProviderProps } from "./provider.ts";
export { useSize } from "./size.ts";
export { Skeleton } from "./skeleton.ts";
export type { SkeletonProps } from "./skeleton.ts";
export { useHostFonts, useHostStyleVariables } from "./styles.ts";
export { useDocumentTheme, useTheme } from "./theme.ts";
export { useInitialData, useToolInput, useToolInputPartial, useToolResult } from "./tool.ts";
export type { ToolResultState } from "./tool.ts";
export { ResultTransition } from "./transition.ts";
export type { ResultTransitionProps } from "./transition.ts";
export { useStore, useWidgetState } from "./widgetstate.ts";
export type { WidgetState } from "./widgetstate.ts";
export { introduce } from "../protocol/introduce.ts";
export type { AppInfo } from "../protocol/introduce.ts";
export type { CallArgs, InputOf, OutputOf, ToolTypes, ViewDataOf } from "../calls/tooltypes.ts";

// Last: what the modules above declare is part of the handshake that this begins.
import "../index.ts";

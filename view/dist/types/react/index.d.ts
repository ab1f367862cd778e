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
export { useAppContext, useCapabilities, useHost, usePlatform } from "./app.js";
export type { AppContext } from "./app.js";
export { useAppTool } from "./apptool.js";
export { ErrorBoundary } from "./boundary.js";
export type { ErrorBoundaryProps, Failure } from "./boundary.js";
export * from "./calls.js";
export { useCallTool } from "./calltool.js";
export type { ToolCall, UseCallToolOptions } from "./calltool.js";
export { useContainer, useHostContext, useSafeArea, useUser } from "./context.js";
export type { SafeArea, User } from "./context.js";
export { useDisplayMode } from "./display.js";
export type { DisplayModeState } from "./display.js";
export { useTeardown, useToolCancellation } from "./events.js";
export { useFiles } from "./files.js";
export type { Files } from "./files.js";
export { useFormat } from "./format.js";
export type { Formats, Moment } from "./format.js";
export { HostStyles } from "./hoststyles.js";
export { useLive } from "./live.js";
export type { Live, UseLiveOptions } from "./live.js";
export { directionOf, Localized, useLocale } from "./locale.js";
export type { Direction, Locale, LocalizedProps } from "./locale.js";
export { ModelContext } from "./modelcontext.js";
export type { ModelContextProps } from "./modelcontext.js";
export { mount } from "./mount.js";
export { useOpenInAppUrl } from "./openinapp.js";
export { Pending } from "./pending.js";
export type { PendingProps } from "./pending.js";
export { AppProvider } from "./provider.js";
export type { AppProviderProps } from "./provider.js";
export { useSize } from "./size.js";
export { Skeleton } from "./skeleton.js";
export type { SkeletonProps } from "./skeleton.js";
export { useHostFonts, useHostStyleVariables } from "./styles.js";
export { useDocumentTheme, useTheme } from "./theme.js";
export { useInitialData, useToolInput, useToolInputPartial, useToolResult } from "./tool.js";
export type { ToolResultState } from "./tool.js";
export { ResultTransition } from "./transition.js";
export type { ResultTransitionProps } from "./transition.js";
export { useStore, useWidgetState } from "./widgetstate.js";
export type { WidgetState } from "./widgetstate.js";
export { introduce } from "../protocol/introduce.js";
export type { AppInfo } from "../protocol/introduce.js";
export type { CallArgs, InputOf, OutputOf, ToolTypes, ViewDataOf } from "../calls/tooltypes.js";
import "../index.js";

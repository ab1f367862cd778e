// preact/index.ts
import { useAppContext, useCapabilities, useHost, usePlatform } from "./app.js";
import { useAppTool } from "./apptool.js";
import { ErrorBoundary } from "./boundary.js";
export * from "./calls.js";
import { useCallTool } from "./calltool.js";
import { useContainer, useHostContext, useSafeArea, useUser } from "./context.js";
import { useDisplayMode } from "./display.js";
import { useTeardown, useToolCancellation } from "./events.js";
import { useFiles } from "./files.js";
import { useFormat } from "./format.js";
import { HostStyles } from "./hoststyles.js";
import { useLive } from "./live.js";
import { directionOf, Localized, useLocale } from "./locale.js";
import { ModelContext } from "./modelcontext.js";
import { mount } from "./mount.js";
import { useOpenInAppUrl } from "./openinapp.js";
import { Pending } from "./pending.js";
import { AppProvider } from "./provider.js";
import { useSize } from "./size.js";
import { Skeleton } from "./skeleton.js";
import { useHostFonts, useHostStyleVariables } from "./styles.js";
import { useDocumentTheme, useTheme } from "./theme.js";
import { useInitialData, useToolInput, useToolInputPartial, useToolResult } from "./tool.js";
import { ResultTransition } from "./transition.js";
import { useStore, useWidgetState } from "./widgetstate.js";
import { introduce } from "../protocol/introduce.js";
import "../index.js";
export {
  AppProvider,
  ErrorBoundary,
  HostStyles,
  Localized,
  ModelContext,
  Pending,
  ResultTransition,
  Skeleton,
  directionOf,
  introduce,
  mount,
  useAppContext,
  useAppTool,
  useCallTool,
  useCapabilities,
  useContainer,
  useDisplayMode,
  useDocumentTheme,
  useFiles,
  useFormat,
  useHost,
  useHostContext,
  useHostFonts,
  useHostStyleVariables,
  useInitialData,
  useLive,
  useLocale,
  useOpenInAppUrl,
  usePlatform,
  useSafeArea,
  useSize,
  useStore,
  useTeardown,
  useTheme,
  useToolCancellation,
  useToolInput,
  useToolInputPartial,
  useToolResult,
  useUser,
  useWidgetState
};

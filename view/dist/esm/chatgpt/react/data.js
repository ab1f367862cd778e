// chatgpt/react/data.ts
import { toCallResult } from "../../values/callresult.js";
import { context } from "../../data/context.js";
import { toolInput } from "../../data/input.js";
import { toolResult } from "../../data/result.js";
import { useOpenAIGlobal } from "./globals.js";
import { useRead } from "./library.js";
var none = { top: 0, right: 0, bottom: 0, left: 0 };
var useHostContext = () => useRead(context);
var useTheme = () => useRead(() => context().theme ?? "light");
var useToolInput = () => useRead(() => toolInput() ?? null);
var useToolResult = () => useRead(() => toCallResult(toolResult()) ?? null);
var useToolOutput = () => useRead(() => toolResult()?.data ?? null);
var useToolResponseMetadata = () => useOpenAIGlobal("toolResponseMetadata") ?? null;
var useMaxHeight = () => useRead(() => context().containerDimensions?.maxHeight);
var useSafeArea = () => useRead(() => context().safeAreaInsets ?? none);
var useLocale = () => useRead(() => context().locale);
var useUserAgent = () => useOpenAIGlobal("userAgent");
var useView = () => useRead(() => context().view);
var usePreviousDisplayMode = () => useRead(() => context().previousDisplayMode ?? null);
export {
  useHostContext,
  useLocale,
  useMaxHeight,
  usePreviousDisplayMode,
  useSafeArea,
  useTheme,
  useToolInput,
  useToolOutput,
  useToolResponseMetadata,
  useToolResult,
  useUserAgent,
  useView
};

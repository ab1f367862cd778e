// Every hook, as the matrix of hosts and libraries has it.

import {
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
  useWidgetState,
} from "#hooks";
import * as calls from "#calls";
import { callTool, createStore, hostInfo } from "@oriel/view";
import { probe } from "./probe.ts";

/** State that components share. */
export const shared = createStore({ city: "Lisbon", open: false }, { key: "shared" });
const cityOf = ({ city }: { city: string }): string => city;

/** What the callbacks heard. */
export const heard: Record<string, unknown> = {};

/** Only what is true of the capabilities: the rest is other tests' affair. */
const known = (capabilities: object): string[] =>
  Object.entries(capabilities)
    .flatMap(([name, has]) => (has === true ? name : []))
    .sort();

// What the browser says of its user is the same on every machine.
Object.defineProperty(navigator, "language", { value: "en-GB" });
const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoned = <T extends { timeZone?: string | undefined }>({ timeZone, ...rest }: T) => ({
  ...rest,
  timeZone: timeZone === ownTimeZone ? "the browser's" : timeZone,
});

export const probes = [
  probe("useAppContext", useAppContext, ({ capabilities, ...rest }) => ({ ...rest, knows: known(capabilities).length > 0 })),
  probe("usePlatform", usePlatform),
  probe("useHost", useHost),
  probe("useCapabilities", useCapabilities, known),
  probe("useHostContext", useHostContext, ({ theme, locale, displayMode }) => ({ theme, locale, displayMode })),
  probe("useTheme", useTheme),
  probe("useDocumentTheme", useDocumentTheme),
  probe("useUser", useUser, ({ userAgent, ...rest }) => zoned(rest)),
  probe("useLocale", useLocale, zoned),
  probe("useFormat", () => useFormat().number(12.5)),
  probe("useSafeArea", useSafeArea),
  probe("useContainer", useContainer),
  probe("useHostStyleVariables", useHostStyleVariables),
  probe("useHostFonts", useHostFonts),
  probe("useInitialData", useInitialData),
  probe("useToolInput", useToolInput),
  probe("useToolInputPartial", useToolInputPartial),
  probe("useToolResult", useToolResult, ({ content, meta, ...rest }) => rest),
  probe("useToolCancellation", () => useToolCancellation((reason?: string) => (heard.cancelled = reason ?? ""))),
  probe("useTeardown", () =>
    useTeardown(async () => {
      heard.teardown = true;
      await callTool("farewell", { from: hostInfo()?.name ?? "" });
      heard.farewell = true;
    }),
  ),
  probe("useCallTool", () => useCallTool("double"), ({ result, ...rest }) => rest),
  probe("useCallTool()", () => useCallTool()),
  probe("useLive", () => useLive("double", { n: 4 }, { interval: 60_000 }), ({ data, error, isSupported, pending, updated }) => ({
    data,
    error,
    isSupported,
    pending,
    updated: updated !== undefined,
  })),
  probe("useWidgetState", () => useWidgetState({ tab: 0 }, { key: "tabs" })),
  probe("useStore", () => useStore(shared, cityOf)),
  probe("useDisplayMode", useDisplayMode),
  probe("useSize", useSize),
  probe("useFiles", useFiles),
  probe("useAppTool", () =>
    useAppTool({ name: "halve", inputSchema: { type: "object", properties: { n: { type: "number" } } } }, ({ n }: { n?: number }) => ({
      content: `half is ${n! / 2}`,
      data: { n: n! / 2 },
    })),
  ),
  probe("useOpenInAppUrl", useOpenInAppUrl),
  ...Object.entries(calls).map(([name, hook]) => probe(name, hook)),
];

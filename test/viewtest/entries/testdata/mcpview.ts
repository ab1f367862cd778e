import * as hooks from "#calls";
import * as mcp from "@oriel/view/mcp";
import { Boundary, h, show } from "ui";

/** What the hooks gave at the last render. */
export const seen: { now: Record<string, any>; renders: number; told: unknown[] } = {
  now: {},
  renders: 0,
  told: [],
};

/** The hooks that give a call, by its name: useCallTool is callTool. */
const callHooks = Object.entries(hooks)
  .filter(([name]) => name !== "useDisplayMode")
  .map(([name, hook]) => [name[3]!.toLowerCase() + name.slice(4), hook] as const);

const View = () => {
  const [mode, setMode] = mcp.useDisplayMode();
  const functions = Object.fromEntries(callHooks.map(([name, hook]) => [name, hook()]));
  const renders = ++seen.renders;
  mcp.useToolCancellation((reason) => void seen.told.push(["cancelled", reason, renders === seen.renders]));
  mcp.useTeardown(async (reason) => {
    await new Promise((done) => setTimeout(done));
    seen.told.push(["teardown", reason, renders === seen.renders]);
  });
  const { app, isConnected, error } = mcp.useApp({
    onAppCreated: (app) => {
      app.ontoolresult = ({ structuredContent }) => void seen.told.push(["result", structuredContent]);
    },
  });
  mcp.useHostStyles(app, app?.getHostContext());
  mcp.useAutoResize(app);
  seen.now = {
    ...functions,
    setMode,
    mode,
    app,
    isConnected,
    error,
    theme: mcp.useTheme(),
    documentTheme: mcp.useDocumentTheme(),
    input: mcp.useToolInput<{ city: string }>(),
    partial: mcp.useToolInputPartial<{ city: string }>(),
    result: mcp.useToolResult<{ high: number }>(),
    context: mcp.useHostContext(),
    capabilities: mcp.useHostCapabilities(),
    host: mcp.useHostVersion(),
    variables: mcp.useHostStyleVariables(),
    fonts: mcp.useHostFonts(),
  };
  const { theme, input, partial, result } = seen.now;
  return h("p", null, `${theme} ${input?.city ?? (partial ? partial.city + "…" : "?")} ${result?.structuredContent?.high ?? "?"}`);
};

const props = {
  appInfo: { name: "almanac", version: "1.2.3" },
  appCapabilities: {},
  fallback: location.search === "?host=lost" ? undefined : "Wait",
};
export const hide = show(h(Boundary, null, h(mcp.MCPProvider, props, h(View, null))));

/** @jsxRuntime automatic */
/** @jsxImportSource react */
// Type tests: code that was written for @modelcontextprotocol/ext-apps compiles here
// with only the import changed, and so do its types, both ways.
import * as official from "@modelcontextprotocol/ext-apps";
import * as officialReact from "@modelcontextprotocol/ext-apps/react";
import { useState } from "react";
import * as ours from "../../src/mcp/index.ts";
import { useApp, useAutoResize, useDocumentTheme, useHostFonts, useHostStyles, useHostStyleVariables } from "../../src/mcp/index.ts";
import type { App, McpUiHostContext } from "../../src/mcp/index.ts";

// What follows is the example of ext-apps' own documentation.
export function Almanac() {
  const [hostContext, setHostContext] = useState<McpUiHostContext | undefined>(undefined);
  const { app, isConnected, error } = useApp({
    appInfo: { name: "MyApp", version: "1.0.0" },
    capabilities: {},
    autoResize: true,
    strict: true,
    onAppCreated: (app) => {
      app.ontoolinput = (input) => {
        console.log("Tool input:", input.arguments);
      };
      app.ontoolresult = (result) => {
        console.log("Tool result:", result.content, result.structuredContent);
      };
      app.ontoolcancelled = (params) => {
        console.log("Tool cancelled:", params.reason);
      };
      app.onteardown = async () => {
        return {};
      };
      app.onerror = (error) => {
        console.log("Error:", error);
      };
      app.onhostcontextchanged = (ctx) => {
        setHostContext((prev) => ({ ...prev, ...ctx }));
      };
      app.addEventListener("toolinputpartial", ({ arguments: partial }) => console.log(partial));
    },
  });
  useHostStyleVariables(app, app?.getHostContext());
  useHostFonts(app, app?.getHostContext());
  useHostStyles(app, app?.getHostContext());
  useAutoResize(app);
  const theme = useDocumentTheme();
  if (error) return <div>Error: {error.message}</div>;
  if (!isConnected) return <div>Connecting...</div>;
  return <Buttons app={app!} theme={theme} mode={hostContext?.displayMode} />;
}

function Buttons({ app, theme, mode }: { app: App; theme: "light" | "dark"; mode: string | undefined }) {
  const go = async () => {
    const result = await app.callServerTool({ name: "get-time", arguments: {} });
    const text = result.content.find((block) => block.type === "text")?.text ?? "";
    const { isError } = await app.sendMessage({ role: "user", content: [{ type: "text", text }] }, { signal: AbortSignal.timeout(5000) });
    await app.sendLog({ level: "info", data: isError });
    await app.openLink({ url: "https://example.com/" });
    await app.updateModelContext({ content: [{ type: "text", text }], structuredContent: { text } });
    const { mode } = await app.requestDisplayMode({ mode: "fullscreen" });
    app.sendSizeChanged({ width: 1, height: mode.length });
    const { contents } = await app.readServerResource({ uri: "notes://today" });
    console.log(contents.length, app.getHostCapabilities()?.serverTools?.listChanged, app.getHostVersion()?.name);
  };
  return (
    <button className={theme} title={mode} onClick={go}>
      Get
    </button>
  );
}

/** Compiles where every value of one type is a value of the other. */
type Fits<Value extends Type, Type> = Value;

type Params<R extends { params: unknown }> = R["params"];
type Result = official.McpUiToolResultNotification["params"];
// What a view says, ext-apps' types take; what a host says, ours do.
export type Said = [
  Fits<Params<ours.McpUiOpenLinkRequest>, Params<official.McpUiOpenLinkRequest>>,
  Fits<Params<ours.McpUiMessageRequest>, Params<official.McpUiMessageRequest>>,
  Fits<Params<ours.McpUiUpdateModelContextRequest>, Params<official.McpUiUpdateModelContextRequest>>,
  Fits<Params<ours.McpUiDownloadFileRequest>, Params<official.McpUiDownloadFileRequest>>,
  Fits<Params<ours.McpUiRequestDisplayModeRequest>, Params<official.McpUiRequestDisplayModeRequest>>,
  Fits<Params<ours.McpUiSizeChangedNotification>, Params<official.McpUiSizeChangedNotification>>,
  Fits<Params<ours.McpUiInitializeRequest>, Params<official.McpUiInitializeRequest>>,
  Fits<ours.McpUiAppCapabilities, official.McpUiAppCapabilities>,
];
export type Heard = [
  Fits<official.McpUiHostContext, ours.McpUiHostContext>,
  Fits<official.McpUiHostCapabilities, ours.McpUiHostCapabilities>,
  Fits<official.McpUiInitializeResult, ours.McpUiInitializeResult>,
  Fits<Params<official.McpUiToolInputNotification>, Params<ours.McpUiToolInputNotification>>,
  Fits<Params<official.McpUiToolInputPartialNotification>, Params<ours.McpUiToolInputPartialNotification>>,
  // Version 2 takes any JSON for the data, which nobody can read without saying what it is.
  Fits<{ content: Result["content"]; isError?: Result["isError"]; _meta?: Result["_meta"] }, ours.CallToolResult>,
  Fits<Params<official.McpUiToolCancelledNotification>, Params<ours.McpUiToolCancelledNotification>>,
  Fits<Params<official.McpUiHostContextChangedNotification>, Params<ours.McpUiHostContextChangedNotification>>,
  Fits<official.McpUiOpenLinkResult, ours.McpUiOpenLinkResult>,
  Fits<official.McpUiRequestDisplayModeResult, ours.McpUiRequestDisplayModeResult>,
];
// And both ways.
export type Same = [
  Fits<ours.McpUiHostContext, official.McpUiHostContext>,
  Fits<ours.McpUiHostCapabilities, official.McpUiHostCapabilities>,
  Fits<ours.McpUiStyleVariableKey, official.McpUiStyleVariableKey>,
  Fits<official.McpUiStyleVariableKey, ours.McpUiStyleVariableKey>,
  Fits<ours.McpUiResourceMeta, official.McpUiResourceMeta>,
  Fits<official.McpUiResourceMeta, ours.McpUiResourceMeta>,
  Fits<ours.McpUiToolMeta, official.McpUiToolMeta>,
  Fits<official.McpUiToolMeta, ours.McpUiToolMeta>,
  Fits<official.McpUiClientCapabilities, ours.McpUiClientCapabilities>,
];

/** What ext-apps' App has of its own, and what is not taken over: those that need its SDK's protocol class or its transport. */
type Missing = Exclude<keyof official.App, keyof ours.App>;
export const missing: Record<Missing, string> = {
  registerTool: "registerTool(…) of its own",
  transport: "the page's",
  fallbackRequestHandler: "-32601",
  fallbackNotificationHandler: "nothing",
  request: "request(…) of its own",
  notification: "notify(…) of its own",
  removeRequestHandler: "setRequestHandler(…, undefined)",
  assertCanSetRequestHandler: "nothing",
  removeNotificationHandler: "setNotificationHandler(…, undefined)",
};
export const constants: Pick<typeof official, Extract<keyof typeof official, `${string}_METHOD`> | "LATEST_PROTOCOL_VERSION" | "RESOURCE_MIME_TYPE" | "RESOURCE_URI_META_KEY"> = ours;
export const applied: Pick<typeof official, "getDocumentTheme" | "applyDocumentTheme" | "applyHostFonts" | "applyHostStyleVariables"> = ours;

/** The hooks of ext-apps, for our App. */
type Ours<F> = F extends (app: never, ...rest: infer R) => infer T ? (app: App | null, ...rest: R) => T : never;
export const hooks: {
  useHostStyleVariables: Ours<typeof officialReact.useHostStyleVariables>;
  useHostFonts: Ours<typeof officialReact.useHostFonts>;
  useHostStyles: Ours<typeof officialReact.useHostStyles>;
  useAutoResize: Ours<typeof officialReact.useAutoResize>;
  useDocumentTheme: typeof officialReact.useDocumentTheme;
} = ours;

// A view's side of a protocol, without a browser.

import { McpAppsHost } from "../../src/host/mcpapps.ts";
import type { Notice, Protocol, Services, Setup } from "../../src/host/protocol.ts";
import { isRecord } from "../../src/host/types.ts";
import type { Json, Profile } from "../../src/host/types.ts";
import type { HostContext } from "../../src/values/types.ts";

export interface Fake {
  setup: Setup;
  /** Changes the surroundings, and tells the host. */
  change(host: Protocol, change: HostContext): void;
  /** What the host sent to the view. */
  sent: Json[];
  /** What the host asked of the page, as "name argument". */
  calls: string[];
  notices: Notice[];
  methods(): unknown[];
  answerTo(id: string | number): Json | undefined;
}

/** A profile with all that the workbench's page knows of one. */
export function profileOf(ui: "mcp-apps" | "chatgpt" | "mcp-ui" | "none", features: Record<string, boolean> = {}) {
  return {
    id: "test",
    title: "Test host",
    ui,
    hostInfo: { name: "test-host", version: "2.0.0" },
    displayModes: ["inline", "fullscreen"] as ("inline" | "fullscreen")[],
    container: { width: 720, maxHeight: 5000 },
    features,
    opaqueOrigin: false,
    signInOn: [],
    facts: [],
  };
}

export function fake(profile: Profile, services: Partial<Services> = {}): Fake {
  const sent: Json[] = [];
  const calls: string[] = [];
  const notices: Notice[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): void => {
      calls.push(
        `${name} ${args.map((arg) => (arg instanceof URL ? arg.href : JSON.stringify(arg))).join(" ")}`.trim(),
      );
    };
  let context: HostContext = {
    theme: "dark",
    displayMode: "inline",
    availableDisplayModes: profile.displayModes,
    containerDimensions: { width: 400, maxHeight: 5000 },
    locale: "pt-PT",
    toolInfo: { tool: { name: "day" } },
  };
  const setup: Setup = {
    profile,
    sandbox: () => ({ permissions: {}, csp: {} }),
    context: () => context,
    port: { send: (message) => sent.push(structuredClone(message)) },
    services: {
      callTool: (name, args) => (
        note("callTool")(name, args),
        Promise.resolve({ content: [{ type: "text", text: "done" }] })
      ),
      readResource: (uri) => (note("readResource")(uri), Promise.resolve({ contents: [] })),
      list: (name) => (note("list")(name), Promise.resolve([{ name: "one" }])),
      sampling: () => (
        note("sampling")(),
        Promise.resolve({ role: "assistant", model: "m", content: { type: "text", text: "yes" } })
      ),
      download: (files) => (note("download")(files.map((file) => file.name)), Promise.resolve(true)),
      viewTools: (tools) => note("viewTools")(tools?.map((tool) => tool.name) ?? null),
      openLink: (url) => (note("openLink")(url), Promise.resolve(true)),
      message: note("message"),
      modelContext: note("modelContext"),
      state: note("state"),
      displayMode: (mode) => (note("displayMode")(mode), mode),
      resize: note("resize"),
      log: note("log"),
      intent: note("intent"),
      close: note("close"),
      notice: (notice) => notices.push(notice),
      ready: note("ready"),
      ...services,
    },
  };
  return {
    setup,
    change(host, change) {
      context = { ...context, ...change };
      host.contextChanged(change);
    },
    sent,
    calls,
    notices,
    methods: () => sent.map((message) => message["method"] ?? message["type"] ?? `answer ${String(message["id"])}`),
    answerTo: (id) => sent.find((message) => message["id"] === id && !("method" in message)),
  };
}

export const introduction = {
  jsonrpc: "2.0",
  id: "hello",
  method: "ui/initialize",
  params: { protocolVersion: "2026-01-26", appInfo: { name: "v", version: "1" }, appCapabilities: {} },
};
export const confirmation = { jsonrpc: "2.0", method: "ui/notifications/initialized" };

/** A host with which the view has shaken hands; what was sent for that is forgotten. */
export async function connected(
  view: Fake,
  host = new McpAppsHost(view.setup),
  appCapabilities: Json = {},
): Promise<McpAppsHost> {
  host.receive({ ...introduction, params: { ...introduction.params, appCapabilities } });
  await settled();
  view.sent.length = 0;
  host.receive(confirmation);
  return host;
}

/** Lets everything that waits on settled promises run. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export function member(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
}

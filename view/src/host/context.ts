// hostContext of MCP Apps and the globals of window.openai: the view's surroundings in both formats.

import type { CallToolResult, Container, Json, Profile, Tool } from "./types.ts";
import { has } from "./features.ts";
import type { Surroundings } from "./protocol.ts";
import { styleVariables } from "./styles.ts";

const noInsets = { top: 0, right: 0, bottom: 0, left: 0 };

function locale(): string {
  return globalThis.navigator?.language || "en";
}

function device(): { touch: boolean; hover: boolean } {
  const matches = (query: string) => globalThis.matchMedia?.(query).matches ?? false;
  return { touch: matches("(any-pointer: coarse)"), hover: matches("(hover: hover)") };
}

/** The limits of the container; an axis without a limit is left out. */
export function containerDimensions(container: Container): Json {
  const out: Json = {};
  for (const key of ["width", "maxWidth", "height", "maxHeight"] as const) {
    const value = container[key];
    if (value) {
      out[key] = value;
    }
  }
  return out;
}

export function hostContext(profile: Profile, tool: Tool | undefined, around: Surroundings, version: string): Json {
  const context: Json = {
    theme: around.theme,
    displayMode: around.displayMode,
    availableDisplayModes: profile.displayModes,
    containerDimensions: containerDimensions(around.container),
    locale: locale(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: `oriel-workbench/${version}`,
    platform: "web",
    deviceCapabilities: device(),
    safeAreaInsets: noInsets,
  };
  if (has(profile, "styleVariables") !== false) {
    context["styles"] = { variables: styleVariables(profile.id) };
  }
  if (tool && has(profile, "toolInfo") !== false) {
    context["toolInfo"] = { tool: { ...tool, inputSchema: tool.inputSchema ?? { type: "object" } } };
  }
  return context;
}

/** The members of hostContext that a change of the surroundings affects. */
export function contextChange(change: Partial<Surroundings>): Json {
  const out: Json = {};
  if (change.theme) {
    out["theme"] = change.theme;
  }
  if (change.displayMode) {
    out["displayMode"] = change.displayMode;
  }
  if (change.container) {
    out["containerDimensions"] = containerDimensions(change.container);
  }
  return out;
}

/** The initial values of window.openai, before the tool has answered; args are null while the model writes them. */
export function openaiGlobals(args: Json | null, around: Surroundings): Json {
  return {
    toolInput: args,
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: null,
    safeArea: { insets: noInsets },
    view: { mode: "inline", params: null },
    userAgent: { device: { type: "desktop" }, capabilities: device() },
    locale: locale(),
    ...globalsChange(around),
  };
}

export function globalsChange(change: Partial<Surroundings>): Json {
  const out: Json = {};
  if (change.theme) {
    out["theme"] = change.theme;
  }
  if (change.displayMode) {
    out["displayMode"] = change.displayMode;
  }
  if (change.container) {
    out["maxHeight"] = change.container.maxHeight || change.container.height || null;
  }
  return out;
}

/** Since May 2026, toolResponseMetadata contains the whole MCP result, including its _meta. */
export function globalsOfResult(result: CallToolResult): Json {
  return {
    toolOutput: result.structuredContent ?? null,
    toolResponseMetadata: {
      status: result.isError ? "error" : "success",
      call_tool_result: result,
      mcp_tool_result: result,
    },
  };
}

// The view's surroundings and results as window.openai and MCP-UI's render data have them.

import type { HostContext } from "../values/types.ts";
import type { CallToolResult, Json } from "./types.ts";

/** The members of a context that have a name there. */
export function globalsOfContext(context: HostContext): Json {
  const globals: Json = {};
  for (const name of ["theme", "displayMode", "locale", "view", "userLocation"]) {
    if (context[name] !== undefined) {
      globals[name] = context[name];
    }
  }
  const { containerDimensions, safeAreaInsets, deviceCapabilities, platform } = context;
  if (containerDimensions) {
    globals["maxHeight"] = containerDimensions.maxHeight ?? containerDimensions.height ?? null;
  }
  if (safeAreaInsets) {
    globals["safeArea"] = { insets: safeAreaInsets };
  }
  if (deviceCapabilities || platform) {
    globals["userAgent"] = {
      device: { type: platform === "mobile" ? "mobile" : platform ? "desktop" : "unknown" },
      capabilities: { hover: false, touch: false, ...deviceCapabilities },
    };
  }
  return globals;
}

/** Since May 2026, toolResponseMetadata contains the whole MCP result, including its _meta. */
export function globalsOfResult(result: CallToolResult): Json {
  return {
    toolOutput: result.structuredContent ?? null,
    toolResponseMetadata: {
      status: result.isError ? "error" : "completed",
      call_tool_result: result,
      mcp_tool_result: result,
    },
  };
}

/** The values of window.openai before the tool has answered; args are null while the model writes them. */
export function firstGlobals(args: Json | null, context: HostContext, state: unknown): Json {
  return {
    toolInput: args,
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: state ?? null,
    view: { mode: "inline", params: null },
    ...globalsOfContext(context),
  };
}

import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import type { HostContext } from "../values/types.ts";

/** The surroundings in the words of window.openai: what is given, and has a word there. */
export const fromContext = (context: HostContext): Loose => {
  const globals: Loose = {};
  for (const name of ["theme", "displayMode", "locale", "view", "userLocation"])
    if (context[name] !== undefined) globals[name] = context[name];
  const { containerDimensions, safeAreaInsets, deviceCapabilities, platform } = context;
  if (containerDimensions) {
    const { maxHeight, height } = object(containerDimensions);
    globals.maxHeight = maxHeight ?? height ?? null;
  }
  if (safeAreaInsets) globals.safeArea = { insets: safeAreaInsets };
  if (deviceCapabilities || platform)
    globals.userAgent = {
      device: { type: platform === "mobile" ? "mobile" : platform ? "desktop" : "unknown" },
      capabilities: { hover: false, touch: false, ...deviceCapabilities },
    };
  return globals;
};

/** A `CallToolResult` in the words of window.openai and of MCP-UI's render data. */
export const fromResult = (result: Loose): Loose => ({
  toolOutput: result.structuredContent ?? null,
  toolResponseMetadata: { status: "completed", call_tool_result: result, mcp_tool_result: result },
});

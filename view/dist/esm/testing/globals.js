// testing/globals.ts
import { object } from "../values/unchecked.js";
var fromContext = (context) => {
  const globals = {};
  for (const name of ["theme", "displayMode", "locale", "view", "userLocation"])
    if (context[name] !== void 0) globals[name] = context[name];
  const { containerDimensions, safeAreaInsets, deviceCapabilities, platform } = context;
  if (containerDimensions) {
    const { maxHeight, height } = object(containerDimensions);
    globals.maxHeight = maxHeight ?? height ?? null;
  }
  if (safeAreaInsets) globals.safeArea = { insets: safeAreaInsets };
  if (deviceCapabilities || platform)
    globals.userAgent = {
      device: { type: platform === "mobile" ? "mobile" : platform ? "desktop" : "unknown" },
      capabilities: { hover: false, touch: false, ...deviceCapabilities }
    };
  return globals;
};
var fromResult = (result) => ({
  toolOutput: result.structuredContent ?? null,
  toolResponseMetadata: { status: "completed", call_tool_result: result, mcp_tool_result: result }
});
export {
  fromContext,
  fromResult
};

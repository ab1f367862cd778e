// host/globals.ts
function globalsOfContext(context) {
  const globals = {};
  for (const name of ["theme", "displayMode", "locale", "view", "userLocation"]) {
    if (context[name] !== void 0) {
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
      capabilities: { hover: false, touch: false, ...deviceCapabilities }
    };
  }
  return globals;
}
function globalsOfResult(result) {
  return {
    toolOutput: result.structuredContent ?? null,
    toolResponseMetadata: {
      status: result.isError ? "error" : "completed",
      call_tool_result: result,
      mcp_tool_result: result
    }
  };
}
function firstGlobals(args, context, state) {
  return {
    toolInput: args,
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: state ?? null,
    view: { mode: "inline", params: null },
    ...globalsOfContext(context)
  };
}
export {
  firstGlobals,
  globalsOfContext,
  globalsOfResult
};

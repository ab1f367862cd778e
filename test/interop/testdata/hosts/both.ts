// ChatGPT: MCP Apps, and window.openai beside it. A call that needs the person's
// approval has no input in window.openai until then; partial input, the end of
// the call and the end of the view are told in MCP Apps alone.

import { bridge, change, deliver, listening, told, viewTool } from "./appbridge.ts";
import { serveOpenAI, setGlobals } from "./openaihost.ts";
import { frame, input, offer, open, result, seen } from "./page.ts";

bridge.oninitialized = async () => {
  seen.view = { info: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() };
  await bridge.sendToolInputPartial({ arguments: { city: "Lis" } });
  await deliver(input, result);
  setGlobals({
    toolInput: input,
    toolOutput: result.structuredContent,
    toolResponseMetadata: { status: "success", call_tool_result: result, mcp_tool_result: result },
  });
};
serveOpenAI(() => {});
told.also = setGlobals;

offer({
  theme: (theme) => change({ theme }),
  cancel: (reason) => bridge.sendToolCancelled({ reason }),
  viewTool,
  async teardown() {
    seen.teardown = await bridge.teardownResource({});
    frame.remove();
  },
});

listening.then(open);

// MCP Apps, by the official AppBridge class.

import { serve } from "./serve.ts";
import { bridge, change, listening, viewTool } from "../../../../interop/testdata/hosts/appbridge.ts";
import { open } from "../../../../interop/testdata/hosts/page.ts";

serve({
  partial: (args) => bridge.sendToolInputPartial({ arguments: args as Record<string, unknown> }),
  input: (args) => bridge.sendToolInput({ arguments: args as Record<string, unknown> }),
  result: (result) => bridge.sendToolResult(result as any),
  cancel: (reason) => bridge.sendToolCancelled({ reason }),
  change,
  viewTool,
  teardown: () => bridge.teardownResource({}),
});

listening.then(open);

// ChatGPT: MCP Apps, and window.openai beside it.

import { serve } from "./serve.ts";
import { bridge, change, listening, told, viewTool } from "../../../../interop/testdata/hosts/appbridge.ts";
import { serveOpenAI, setGlobals } from "../../../../interop/testdata/hosts/openaihost.ts";
import { open } from "../../../../interop/testdata/hosts/page.ts";
import { globalsOfContext, globalsOfResult } from "../../../../../view/src/host/globals.ts";

serveOpenAI(() => {});
told.also = (news) => setGlobals(globalsOfContext(news));

serve({
  partial: (args) => bridge.sendToolInputPartial({ arguments: args as Record<string, unknown> }),
  async input(args) {
    await bridge.sendToolInput({ arguments: args as Record<string, unknown> });
    setGlobals({ toolInput: args });
  },
  async result(result) {
    await bridge.sendToolResult(result as any);
    setGlobals(globalsOfResult(result));
  },
  cancel: (reason) => bridge.sendToolCancelled({ reason }),
  change,
  viewTool,
  teardown: () => bridge.teardownResource({}),
});

listening.then(open);

// A host with window.openai alone, as widgets know it: no message is answered,
// and a widget is told by globals or not at all.

import { setGlobals, serveOpenAI } from "./openaihost.ts";
import { offer, open, result } from "./page.ts";

serveOpenAI(() =>
  setGlobals({
    toolOutput: result.structuredContent,
    toolResponseMetadata: { status: "success", call_tool_result: result, mcp_tool_result: result },
  }),
);

offer({ theme: (theme) => setGlobals({ theme }) });

open();

// A host with window.openai alone.

import { serve } from "./serve.ts";
import { serveOpenAI, setGlobals } from "../../../../interop/testdata/hosts/openaihost.ts";
import { open } from "../../../../interop/testdata/hosts/page.ts";
import { globalsOfContext, globalsOfResult } from "../../../../../view/src/host/globals.ts";

serveOpenAI(() => {});

serve({
  input: (args) => setGlobals({ toolInput: args }),
  result: (result) => setGlobals(globalsOfResult(result)),
  change: (news) => setGlobals(globalsOfContext(news)),
});

open();

// A host with window.openai alone.

import { serve } from "./serve.ts";
import { serveOpenAI, setGlobals } from "../../../../interop/testdata/hosts/openaihost.ts";
import { open } from "../../../../interop/testdata/hosts/page.ts";
import { fromContext, fromResult } from "../../../../../view/src/testing/globals.ts";

serveOpenAI(() => {});

serve({
  input: (args) => setGlobals({ toolInput: args }),
  result: (result) => setGlobals(fromResult(result)),
  change: (news) => setGlobals(fromContext(news)),
});

open();

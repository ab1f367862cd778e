// A legacy MCP-UI host, by the adapters.

import { serve } from "./serve.ts";
import { change, post } from "../../../../interop/testdata/hosts/mcpui.ts";

serve({
  input: (args) => change({ toolInput: args }),
  result: (result) => change({ toolOutput: result }),
  cancel: (reason) => post("ui-lifecycle-tool-cancelled", { reason }),
  change: ({ containerDimensions, ...news }: any) =>
    change({ ...news, ...(containerDimensions && { maxHeight: containerDimensions.maxHeight }) }),
  teardown: () => post("ui-lifecycle-teardown", { reason: "closed" }),
});

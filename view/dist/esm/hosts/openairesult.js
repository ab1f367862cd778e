// hosts/openairesult.ts
import { object } from "../values/unchecked.js";
var resultFromGlobals = (output, metadata) => {
  const whole = metadata?.mcp_tool_result ?? metadata?.call_tool_result;
  if (whole) return { structuredContent: output, ...whole };
  const running = output == null && (!metadata || "status" in object(metadata));
  return running ? void 0 : { structuredContent: output, _meta: metadata };
};
export {
  resultFromGlobals
};

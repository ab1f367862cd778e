import { object } from "../values/unchecked.ts";

/**
 * The tool result that ChatGPT's globals stand for, as a `CallToolResult`;
 * undefined while there is none. `metadata` is either the result's bare `_meta`
 * or an envelope that holds the whole result.
 */
export const fromGlobals = (output: any, metadata: any): object | undefined => {
  const whole = metadata?.mcp_tool_result ?? metadata?.call_tool_result;
  if (whole) return { structuredContent: output, ...whole };
  // An envelope without a result is a call that still runs.
  const running = output == null && (!metadata || "status" in object(metadata));
  return running ? undefined : { structuredContent: output, _meta: metadata };
};

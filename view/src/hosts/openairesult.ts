import { object } from "../values/unchecked.ts";

/**
 * The tool result in the globals `toolOutput` and `toolResponseMetadata` of
 * `window.openai`, as a `CallToolResult`; undefined while there is none. The metadata
 * is either the result's `_meta` or an envelope that holds the whole result.
 */
export const resultFromGlobals = (output: any, metadata: any): object | undefined => {
  const whole = metadata?.mcp_tool_result ?? metadata?.call_tool_result;
  if (whole) return { structuredContent: output, ...whole };
  // While a call runs, the envelope holds no result.
  const running = output == null && (!metadata || "status" in object(metadata));
  return running ? undefined : { structuredContent: output, _meta: metadata };
};

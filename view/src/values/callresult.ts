import type { ToolResult } from "./types.ts";

/** A result under the protocol's own names (MCP, `CallToolResult`). */
export interface CallResult<D = unknown> {
  content: unknown[];
  structuredContent?: D;
  isError: boolean;
  _meta?: Record<string, unknown>;
}

const made = new WeakMap<ToolResult, CallResult>();

/** The result as the host delivered it: the same object for the same result. */
export const toCallResult = <D>(result: ToolResult<D> | undefined): CallResult<D> | undefined => {
  if (!result) return;
  let call = made.get(result);
  if (!call) {
    const { content, data, isError, meta } = result;
    call = { content, ...(data !== undefined && { structuredContent: data }), isError, ...(meta && { _meta: meta }) };
    made.set(result, call);
  }
  return call as CallResult<D>;
};

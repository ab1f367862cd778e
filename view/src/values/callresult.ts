import type { ToolResult } from "./types.ts";

/** A result under the protocol's own names (MCP, `CallToolResult`). */
export interface CallResult<D = unknown> {
  content: unknown[];
  structuredContent?: D;
  isError: boolean;
  _meta?: Record<string, unknown>;
}

const cache = new WeakMap<ToolResult, CallResult>();

/** The result as the host delivered it. The same result gives the same object. */
export const toCallResult = <D>(result: ToolResult<D> | undefined): CallResult<D> | undefined => {
  if (!result) return;
  let call = cache.get(result);
  if (!call) {
    const { content, data, isError, meta } = result;
    call = { content, ...(data !== undefined && { structuredContent: data }), isError, ...(meta && { _meta: meta }) };
    cache.set(result, call);
  }
  return call as CallResult<D>;
};

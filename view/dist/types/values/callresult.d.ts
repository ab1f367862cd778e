import type { ToolResult } from "./types.js";
/** A result under the protocol's own names (MCP, `CallToolResult`). */
export interface CallResult<D = unknown> {
    content: unknown[];
    structuredContent?: D;
    isError: boolean;
    _meta?: Record<string, unknown>;
}
/** The result as the host delivered it. The same result gives the same object. */
export declare const toCallResult: <D>(result: ToolResult<D> | undefined) => CallResult<D> | undefined;

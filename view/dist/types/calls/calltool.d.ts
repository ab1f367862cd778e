import type { ToolResult } from "../values/types.js";
import type { RequestOptions } from "../protocol/rpc.js";
/** What goes with a tool call. */
export type CallOptions = RequestOptions;
/**
 * Calls a tool of the app. Waits for the host, which may ask the user first.
 *
 * @param name - The tool's name.
 * @param args - Its arguments.
 * @param options - When `signal` is aborted, the promise rejects with its reason at
 * once, the host is asked to cancel, and its answer is ignored; with a signal that is
 * aborted already nothing is sent. `AbortSignal.timeout(ms)` is a timeout.
 * `onProgress` is called for each report of progress. `window.openai` alone has
 * neither progress nor cancellation.
 * @returns The tool's result. A tool that fails has a result with `isError`.
 * @throws ViewError: -32602 no such tool, or arguments that cannot be posted; -32601
 * the host calls no tools, or there is no host; -32000 refused.
 * @throws The signal's reason after an abort.
 * @example
 * const { data, isError, text } = await callTool<Forecast>("forecast", { city: "Lisbon" }, { signal: AbortSignal.timeout(10_000) });
 * @support mcp-apps native `tools/call`
 * @support bare refuses -32601
 * @support chatgpt native `tools/call`
 * @support openai native `callTool`
 * @support mcp-ui native `tool`
 * @support standalone refuses -32601
 */
export declare const callTool: import("../index.js").Optional<<D = unknown, V = unknown>(name: string, args?: object, options?: CallOptions) => Promise<ToolResult<D, V>>>;

import { ask } from "./ask.ts";
import { toResult } from "./result.ts";
import type { ToolResult } from "./types.ts";

/**
 * Calls a tool of the app. Waits for the host, which may ask the user first.
 *
 * A tool that fails gives a result with `isError`. Rejects with a
 * {@link ViewError} when the call itself fails: no such tool, not for views,
 * refused, no host.
 */
export const callTool = <D = unknown, V = unknown>(name: string, args: object = {}): Promise<ToolResult<D, V>> =>
  ask("tools/call", { name, arguments: args }, (openai) => openai.callTool(name, args)).then(
    toResult as (raw: unknown) => ToolResult<D, V>,
  );

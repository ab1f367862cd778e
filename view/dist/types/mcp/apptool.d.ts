import type { RegisteredTool } from "../calls/registertool.js";
import type { Inferred, StandardSchema } from "./schema.js";
import type { CallToolResult, ToolAnnotations } from "./types.js";
/** What a host and its model see of a tool of the view's own. */
export interface AppToolConfig<In, Out> {
    /** For people. */
    title?: string;
    /** For the model: what it does, and when to use it. */
    description?: string;
    /** Of the arguments: JSON Schema, which goes to the host, or a schema of a library, which also checks them. */
    inputSchema?: In;
    /** Of `structuredContent`, likewise. */
    outputSchema?: Out;
    annotations?: ToolAnnotations;
    _meta?: Record<string, unknown>;
}
/** A JSON Schema, or a schema of a library. */
type Schema = StandardSchema | {
    [keyword: string]: unknown;
};
/**
 * Offers a tool of the view's own to the host and its model, as `App.registerTool`
 * of ext-apps does. A view that carries this declares `tools` in the handshake.
 *
 * @param name - 1 to 128 of letters, digits, `_`, `-` and `.`.
 * @param config - What the host sees of it.
 * @param callback - What it does, with arguments that the schema has passed; what it
 * throws becomes a result with `isError`, as do arguments and results that do not fit.
 * @returns Changes it, hides it, or takes it back.
 * @throws ViewError -32602: a name that is none, or is taken.
 * @example
 * registerTool("select_day", { inputSchema: z.object({ day: z.string() }) }, ({ day }) => {
 *   title.textContent = day;
 *   return { content: [{ type: "text", text: `Shows ${day}` }] };
 * });
 */
export declare const registerTool: <In extends Schema = Record<string, never>, Out extends Schema = Record<string, never>>(name: string, { inputSchema, outputSchema, ...rest }: AppToolConfig<In, Out>, callback: (args: Inferred<In>) => CallToolResult | Promise<CallToolResult>) => RegisteredTool;
export {};

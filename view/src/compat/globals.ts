import { context } from "../data/context.ts";
import type { Loose } from "../values/unchecked.ts";
import { read } from "../data/topics.ts";
import type { ToolResult } from "../values/types.ts";

/** A result as the protocols have it. */
export const raw = ({ content, data, isError, meta }: ToolResult): Loose => ({
  content,
  structuredContent: data,
  isError,
  _meta: meta,
});

/** What `window.openai` and MCP-UI's render data hold of the call, under the names of both; null for what is not there. */
export const call = (): Loose => ({
  toolInput: read("input") ?? null,
  toolOutput: read("result")?.data ?? null,
  widgetState: read("state") ?? null,
});

/** The metadata of the result; null while there is none. Older pages read the members of `_meta`, newer ones the envelope. */
export const metadata = (): Loose | null => {
  const result = read("result");
  const whole = result && raw(result);
  return whole ? { ...result.meta, status: "completed", call_tool_result: whole, mcp_tool_result: whole } : null;
};

/** The call and the host's context, with defaults for what the host has not sent. */
export const globals = (): Loose => {
  const known: Loose = context();
  const { maxHeight, height } = known.containerDimensions ?? {};
  return {
    theme: "light",
    locale: navigator.language,
    displayMode: "inline",
    ...known,
    maxHeight: maxHeight ?? height ?? null,
    ...call(),
  };
};

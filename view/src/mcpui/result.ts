import { json, object } from "../values/unchecked.ts";

const isResult = (value: unknown): boolean => {
  const { content, structuredContent } = object(value);
  return Array.isArray(content) || structuredContent !== undefined;
};

/**
 * A host's answer to a tool action, as a `CallToolResult`. MCP-UI does not define the
 * answer: it may be a result, a status with a result, text, data, or nothing if the
 * result comes as new render data.
 */
export const toCallToolResult = (response: unknown): object => {
  if (isResult(response)) return response as object;
  const { result } = object(response);
  if (isResult(result)) return result;
  if (typeof response === "string") return { content: [{ type: "text", text: response }] };
  if (response && typeof response === "object")
    return { content: [{ type: "text", text: json(response) }], structuredContent: response };
  return { content: [] };
};

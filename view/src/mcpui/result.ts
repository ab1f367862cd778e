import { json, object } from "../values/unchecked.ts";

const isResult = (value: unknown): boolean => {
  const { content, structuredContent } = object(value);
  return Array.isArray(content) || structuredContent !== undefined;
};

/**
 * What a host answered to a tool action, as a `CallToolResult`. The protocol
 * leaves the answer's form to the host: a result, a result inside a status, text,
 * plain data, or nothing, where the outcome comes as new render data.
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

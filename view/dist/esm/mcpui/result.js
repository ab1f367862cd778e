// mcpui/result.ts
import { json, object } from "../values/unchecked.js";
var isResult = (value) => {
  const { content, structuredContent } = object(value);
  return Array.isArray(content) || structuredContent !== void 0;
};
var toCallToolResult = (response) => {
  if (isResult(response)) return response;
  const { result } = object(response);
  if (isResult(result)) return result;
  if (typeof response === "string") return { content: [{ type: "text", text: response }] };
  if (response && typeof response === "object")
    return { content: [{ type: "text", text: json(response) }], structuredContent: response };
  return { content: [] };
};
export {
  toCallToolResult
};

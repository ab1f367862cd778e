// result.ts
import { obey } from "./leave.js";
import { object, text } from "./object.js";
import { on, read } from "./store.js";
var toResult = (raw) => {
  const { structuredContent, content: blocks, isError, _meta } = object(raw);
  obey(_meta);
  const content = [blocks ?? []].flat();
  return {
    data: structuredContent ?? void 0,
    text: content.flatMap((block) => block?.type === "text" ? text(block.text) : []).join("\n"),
    viewData: _meta?.["oriel/viewData"],
    isError: isError === true,
    content,
    meta: _meta ?? void 0
  };
};
var toolResult = () => read("result");
var onToolResult = (fn) => on("result", fn);
export {
  onToolResult,
  toResult,
  toolResult
};

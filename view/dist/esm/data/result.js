// data/result.ts
import { obey } from "../protocol/closing.js";
import { object, text } from "../values/unchecked.js";
import { on, read } from "./topics.js";
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

// protocol/result.ts
import { object, text } from "../values/unchecked.js";
import { closeIfAsked } from "./closing.js";
var receiveResult = (raw) => {
  const { structuredContent, content: blocks, isError, _meta } = object(raw);
  closeIfAsked(_meta);
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
export {
  receiveResult
};

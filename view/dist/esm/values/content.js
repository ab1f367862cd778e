// values/content.ts
import { ViewError } from "./error.js";
var textBlock = (text) => ({ type: "text", text });
var imageBlock = (data, mimeType) => ({ type: "image", data, mimeType });
var toBlocks = (content) => [content ?? []].flat().map((block) => typeof block == "string" ? textBlock(block) : block);
var plainText = (list) => list.map((block) => {
  if (block.type != "text") throw new ViewError(-32602, `No ${block.type} here, text alone`);
  return block.text;
}).join("\n");
export {
  imageBlock,
  plainText,
  textBlock,
  toBlocks
};

// host/content.ts
import { isRecord } from "./types.js";
function blockFault(block, sampling = false) {
  const type = isRecord(block) ? block["type"] : void 0;
  if (!isRecord(block) || typeof type !== "string") {
    return 'a block is an object such as {type: "text", text: "…"}.';
  }
  const isText = (...names) => names.every((name) => typeof block[name] === "string");
  switch (type) {
    case "text":
      return isText("text") ? void 0 : "a text block has a text.";
    case "image":
    case "audio":
      return isText("data", "mimeType") ? void 0 : `an ${type} block has data in base64 and a mimeType.`;
    case "resource_link":
      return isText("uri") ? void 0 : "a resource_link has a uri and a name.";
    case "resource":
      return isRecord(block["resource"]) && typeof block["resource"]["uri"] === "string" ? void 0 : "a resource block has a resource with a uri and a text or blob.";
    case "tool_use":
    case "tool_result":
      if (sampling) {
        return void 0;
      }
  }
  return "a block's type is text, image, audio, resource or resource_link.";
}
function messageBlocks(content) {
  const list = Array.isArray(content) ? content : [content];
  const blocks = list.map((block) => typeof block === "string" ? { type: "text", text: block } : block);
  if (blocks.length === 0) {
    return "the list is empty.";
  }
  return blocks.map((block) => blockFault(block)).find((fault) => fault !== void 0) ?? blocks;
}
export {
  blockFault,
  messageBlocks
};

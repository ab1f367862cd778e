// Content blocks as views send them.

import type { ContentBlock } from "./types.ts";
import { isRecord } from "./types.ts";

/** What is wrong with a block, or undefined. With sampling, tool_use and tool_result are valid, too. */
export function blockFault(block: unknown, sampling = false): string | undefined {
  const type = isRecord(block) ? block["type"] : undefined;
  if (!isRecord(block) || typeof type !== "string") {
    return 'a block is an object such as {type: "text", text: "…"}.';
  }
  const isText = (...names: string[]) => names.every((name) => typeof block[name] === "string");
  switch (type) {
    case "text":
      return isText("text") ? undefined : "a text block has a text.";
    case "image":
    case "audio":
      return isText("data", "mimeType") ? undefined : `an ${type} block has data in base64 and a mimeType.`;
    case "resource_link":
      return isText("uri") ? undefined : "a resource_link has a uri and a name.";
    case "resource":
      return isRecord(block["resource"]) && typeof block["resource"]["uri"] === "string"
        ? undefined
        : "a resource block has a resource with a uri and a text or blob.";
    case "tool_use":
    case "tool_result":
      if (sampling) {
        return undefined;
      }
  }
  return "a block's type is text, image, audio, resource or resource_link.";
}

/** The blocks of a ui/message: a list, or one object, as the spec's text has it. Returns a string if they are invalid. */
export function messageBlocks(content: unknown): ContentBlock[] | string {
  const list: unknown[] = Array.isArray(content) ? content : [content];
  const blocks = list.map((block) => (typeof block === "string" ? { type: "text", text: block } : block));
  if (blocks.length === 0) {
    return "the list is empty.";
  }
  return blocks.map((block) => blockFault(block)).find((fault) => fault !== undefined) ?? (blocks as ContentBlock[]);
}

import type { ToolResult } from "../values/types.ts";
import { object, text } from "../values/unchecked.ts";
import { closeIfAsked } from "./closing.ts";

/** Makes a ToolResult of a `CallToolResult`, in which any member may be missing. Closes the view if the result asks for it. */
export const receiveResult = (raw: unknown): ToolResult => {
  const { structuredContent, content: blocks, isError, _meta } = object(raw);
  closeIfAsked(_meta);
  const content: any[] = [blocks ?? []].flat();
  return {
    data: structuredContent ?? undefined,
    text: content.flatMap((block) => (block?.type === "text" ? text(block.text) : [])).join("\n"),
    viewData: _meta?.["oriel/viewData"],
    isError: isError === true,
    content,
    meta: _meta ?? undefined,
  };
};

import type { FakeResult } from "./types.ts";

/** A result as a `CallToolResult`. */
export const toWire = ({ data, text, viewData, isError, content, meta }: FakeResult): object => ({
  content: content ?? (text === undefined ? [] : [{ type: "text", text }]),
  ...(data !== undefined && { structuredContent: data }),
  ...(isError !== undefined && { isError }),
  ...((meta || viewData !== undefined) && {
    _meta: { ...meta, ...(viewData !== undefined && { "oriel/viewData": viewData }) },
  }),
});

// Properties of MIME types, and formatting of text.

import { isRecord } from "./wire.ts";

/** The types of images that browsers show. */
export const imageTypes = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "image/svg+xml",
  "image/x-icon",
]);

const INDENT = "  ";
const LONGEST_LAID_OUT = 400_000;

/** Whether bytes of this type are text. */
export function isText(mimeType: string): boolean {
  const type = essence(mimeType);
  return (
    type.startsWith("text/") ||
    /[/+](json|xml|yaml|javascript|toml|graphql|sql)$/.test(type) ||
    type === "application/x-ndjson"
  );
}

/** Formats a text if its type is known and it is not too long. */
export function pretty(text: string, mimeType: string): string {
  if (text.length > LONGEST_LAID_OUT) {
    return text;
  }
  const type = essence(mimeType);
  if (/[/+]json$/.test(type)) {
    try {
      return JSON.stringify(JSON.parse(text), null, INDENT);
    } catch {
      return text;
    }
  }
  return /[/+]xml$/.test(type) ? indentXml(text) : text;
}

/** The number of bytes that base64 encodes. */
export function base64Size(data: string): number {
  const letters = data.replace(/[\s=]/g, "").length;
  return Math.floor((letters * 3) / 4);
}

/** The size of a resource's content in bytes; undefined if it has neither text nor bytes. */
export function contentSize(content: unknown): number | undefined {
  if (isRecord(content) && typeof content["text"] === "string") {
    return new TextEncoder().encode(content["text"]).length;
  }
  return isRecord(content) && typeof content["blob"] === "string" ? base64Size(content["blob"]) : undefined;
}

function essence(mimeType: string): string {
  return (mimeType.split(";")[0] ?? "").trim().toLowerCase();
}

// Only for XML on a single line; anything else keeps its own layout.
function indentXml(text: string): string {
  if (text.trim().includes("\n")) {
    return text;
  }
  let depth = 0;
  const lines = text.replace(/>\s*</g, ">\n<").split("\n");
  return lines
    .map((line) => {
      const closes = line.startsWith("</");
      depth = Math.max(0, depth - (closes ? 1 : 0));
      const indented = INDENT.repeat(depth) + line;
      const opens = /^<[^!?/]/.test(line) && !line.endsWith("/>") && !line.includes("</");
      depth += opens ? 1 : 0;
      return indented;
    })
    .join("\n");
}

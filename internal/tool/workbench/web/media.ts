// What is known of content by its MIME type, and how to lay text out.

import { isRecord } from "./wire.ts";

/** What a browser shows as a picture. */
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

/** The text, laid out to be read where its type is known and it is not too long. */
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

/** How many bytes base64 stands for. */
export function base64Size(data: string): number {
  const letters = data.replace(/[\s=]/g, "").length;
  return Math.floor((letters * 3) / 4);
}

/** How many bytes a resource's content has; undefined when it holds neither text nor bytes. */
export function contentSize(content: unknown): number | undefined {
  if (isRecord(content) && typeof content["text"] === "string") {
    return new TextEncoder().encode(content["text"]).length;
  }
  return isRecord(content) && typeof content["blob"] === "string" ? base64Size(content["blob"]) : undefined;
}

function essence(mimeType: string): string {
  return (mimeType.split(";")[0] ?? "").trim().toLowerCase();
}

// Elements alone, and only where everything stands on one line: text that has a
// layout of its own keeps it.
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

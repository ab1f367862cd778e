// What a host shows of a result without a view.

import { jsonTree } from "./jsontree.ts";
import { isRecord, resultText } from "./wire.ts";
import type { CallToolResult } from "./wire.ts";

/** The text of a result, or else its JSON; undefined if it has neither. */
export function replyOf(result: CallToolResult | undefined): string | HTMLElement | undefined {
  const text = resultText(result);
  if (text !== "") {
    return text;
  }
  const data = result?.structuredContent;
  return isRecord(data) ? jsonTree(data) : undefined;
}

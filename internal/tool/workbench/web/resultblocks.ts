// Shows the parts of a result besides its text.

import { contentBlock } from "./content.ts";
import { h } from "./dom.ts";
import { isRecord } from "./wire.ts";
import type { CallToolResult } from "./wire.ts";

/** The blocks of a result that are not text: images, sounds, resources and links. */
export function blocksBesideText(result: CallToolResult | undefined): HTMLElement[] {
  const blocks: unknown[] = Array.isArray(result?.content) ? result.content : [];
  const others = blocks.filter((block) => !isRecord(block) || block["type"] !== "text");
  return others.length === 0 ? [] : [h("div", { class: "result-blocks" }, ...others.map(contentBlock))];
}

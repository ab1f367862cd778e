// Checks a result against the output schema that its tool declares.

import { isRecord } from "../wire.ts";
import type { CallToolResult, Tool } from "../wire.ts";
import { check } from "./check.ts";
import { formOf } from "./field.ts";

const MOST_BREACHES = 5;

/** What a result breaks of the output schema that its tool declares, as sentences. */
export function breaches({ outputSchema }: Tool, { isError, structuredContent }: CallToolResult): string[] {
  if (!isRecord(outputSchema) || isError) {
    return [];
  }
  if (!isRecord(structuredContent)) {
    return ["The tool declares an output schema, but this result has no structuredContent."];
  }
  const found = check(formOf(outputSchema), structuredContent);
  const sentences = found.slice(0, MOST_BREACHES).map(
    ({ path, message }) => `The result breaks the tool's output schema at ${path || "its root"}: ${message}`,
  );
  const more = found.length - sentences.length;
  return more > 0 ? [...sentences, `The result breaks the tool's output schema in ${more} more places.`] : sentences;
}

// The tool that runs when the page is opened, without a click.

import { check } from "./schema/check.ts";
import { formOf } from "./schema/field.ts";
import { isComplete, prefill } from "./schema/prefill.ts";
import { audienceOf, viewOf } from "./wire.ts";
import type { Tool } from "./wire.ts";

/** The first read-only tool with a view and known arguments; else the first one that is not destructive. */
export function autoRunTool(tools: Tool[]): Tool | undefined {
  const able = tools.filter((tool) => viewOf(tool) !== undefined && audienceOf(tool) !== "app" && isFilledIn(tool));
  return (
    able.find(({ annotations }) => annotations?.readOnlyHint === true) ??
    able.find(({ annotations }) => annotations?.destructiveHint === false)
  );
}

function isFilledIn(tool: Tool): boolean {
  const form = formOf(tool.inputSchema);
  return isComplete(form) && check(form, prefill(form)).length === 0;
}

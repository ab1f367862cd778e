// Which tool is run when nobody has chosen one.

import { check } from "./schema/check.ts";
import { formOf } from "./schema/field.ts";
import { isComplete, prefill } from "./schema/prefill.ts";
import { audienceOf, viewOf } from "./wire.ts";
import type { Tool } from "./wire.ts";

/** The first with a view that changes nothing, else the first that destroys nothing, whose arguments are known. */
export function runsByItself(tools: Tool[]): Tool | undefined {
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

// Whether a host asks its user before a call that its model wants.

import type { Profile, Tool } from "./wire.ts";

/** "none" or "warn": the host makes the call, with a warning or without; "ask": its user has to allow it. */
export type Confirmation = "none" | "warn" | "ask";

const byStrength: Confirmation[] = ["none", "warn", "ask"];

/** What the host does before a call of the tool; undefined if that is not known. As Profile.Confirmation in Go. */
export function confirmationOf({ confirms }: Profile, tool: Tool): Confirmation | undefined {
  if (!confirms) {
    return undefined;
  }
  // MCP defines what a missing hint means.
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations ?? {};
  if (readOnlyHint === true) {
    return confirms.readOnly as Confirmation;
  }
  const rules = [openWorldHint === false ? confirms.closedWorld : confirms.openWorld];
  if (destructiveHint !== false) {
    rules.push(confirms.destructive);
  }
  return byStrength.findLast((one) => rules.includes(one));
}

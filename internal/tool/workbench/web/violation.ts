// Describes a violation of a view's content security policy.

import type { Json } from "./wire.ts";

export interface Violation {
  text: string;
  /** Whether it is normal: libraries try eval to find out whether it is allowed. */
  harmless: boolean;
}

export function readViolation(params: Json): Violation {
  const text = (key: string) =>
    typeof params[key] === "string" || typeof params[key] === "number" ? String(params[key]) : "";
  const where = text("file") ? ` (${text("file").slice(0, 200)}${text("line") ? `:${text("line")}` : ""})` : "";
  const directive = text("directive") || "a directive";
  const blocked = text("blocked").slice(0, 300) || "this";
  return {
    text: `Blocked by the view's content security policy: ${directive} does not allow ${blocked}${where}. ${fixFor(blocked)}`,
    harmless: isEval(blocked),
  };
}

function isEval(blocked: string): boolean {
  return blocked === "eval" || blocked === "wasm-eval";
}

// The fix for a blocked keyword or address.
function fixFor(blocked: string): string {
  if (isEval(blocked)) {
    return "No host allows code from strings; libraries that only test for it work without.";
  }
  return ["inline", "data", "blob"].includes(blocked)
    ? "No host allows this kind of source here."
    : "Declare the origin in the view's CSP.";
}

// What a view's content security policy blocked, in a sentence.

import type { Json } from "./wire.ts";

export interface Violation {
  text: string;
  /** Libraries try it, and go on without; nothing is wrong with the view. */
  harmless: boolean;
}

export function readViolation(params: Json): Violation {
  const text = (key: string) =>
    typeof params[key] === "string" || typeof params[key] === "number" ? String(params[key]) : "";
  const where = text("file") ? ` (${text("file").slice(0, 200)}${text("line") ? `:${text("line")}` : ""})` : "";
  const directive = text("directive") || "a directive";
  const blocked = text("blocked").slice(0, 300) || "this";
  return {
    text: `Blocked by the view's content security policy: ${directive} does not allow ${blocked}${where}. ${mend(blocked)}`,
    harmless: isEval(blocked),
  };
}

function isEval(blocked: string): boolean {
  return blocked === "eval" || blocked === "wasm-eval";
}

// What helps, by what was blocked: a keyword or an address.
function mend(blocked: string): string {
  if (isEval(blocked)) {
    return "No host allows code that is made from text; libraries that only try whether it is allowed go on without.";
  }
  return ["inline", "data", "blob"].includes(blocked)
    ? "No host allows this kind of source here."
    : "Declare the origin in the view's CSP.";
}

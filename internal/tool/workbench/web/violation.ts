// Describes a violation of a view's content security policy.

import { verdict, verdicts } from "./hostpolicies.ts";
import type { PolicyProfile } from "./hostpolicies.ts";
import type { Json } from "./wire.ts";

export interface Violation {
  text: string;
  /** Whether it is normal: libraries try eval to find out whether it is allowed. */
  harmless: boolean;
}

/** What a policy has to contain for what browsers report as blocked; one of the list is enough. */
const keywords: Record<string, string[]> = {
  eval: ["'unsafe-eval'"],
  "wasm-eval": ["'wasm-unsafe-eval'", "'unsafe-eval'"],
  inline: ["'unsafe-inline'"],
  data: ["data:"],
  blob: ["blob:"],
};

/** Describes a violation in a host's column. Profiles are those of all hosts. */
export function readViolation(params: Json, profile: PolicyProfile, profiles: readonly PolicyProfile[]): Violation {
  const text = (key: string) =>
    typeof params[key] === "string" || typeof params[key] === "number" ? String(params[key]) : "";
  const where = text("file") ? ` (${text("file").slice(0, 200)}${text("line") ? `:${text("line")}` : ""})` : "";
  const directive = text("directive") || "a directive";
  const blocked = text("blocked").slice(0, 300) || "this";
  const harmless = blocked === "eval" || blocked === "wasm-eval";
  const sources = Object.hasOwn(keywords, blocked) ? keywords[blocked] : undefined;
  const help = sources
    ? [
        verdict(profile, directive, sources) === "not measured"
          ? `For ${profile.title} this is not measured; MCP Apps refuses it.`
          : "",
        verdicts(profiles, directive, sources),
        harmless ? "Libraries that only test for it work without." : "No declaration of the view changes that.",
      ]
    : ["Declare the origin in the view's CSP."];
  return {
    text: [
      `Blocked by the view's content security policy: ${directive} does not allow ${blocked}${where}.`,
      ...help.filter((part) => part !== ""),
    ].join(" "),
    harmless,
  };
}

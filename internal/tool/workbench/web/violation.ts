// Describes a violation of a view's content security policy.

import { verdict, verdicts } from "./hostpolicies.ts";
import type { PolicyProfile } from "./hostpolicies.ts";
import type { Json } from "./wire.ts";

/** How many characters of an address are shown after its origin. */
const MOST_PATH = 50;

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

/** The fields of Go's ui.CSP that add an origin to a directive. */
const fields: Record<string, string> = {
  "connect-src": "ConnectDomains",
  "script-src": "ResourceDomains",
  "style-src": "ResourceDomains",
  "img-src": "ResourceDomains",
  "font-src": "ResourceDomains",
  "media-src": "ResourceDomains",
  "frame-src": "FrameDomains",
  "base-uri": "BaseURIDomains",
};

/** Describes a violation in a host's column. Profiles are those of all hosts. */
export function readViolation(params: Json, profile: PolicyProfile, profiles: readonly PolicyProfile[]): Violation {
  const text = (key: string) =>
    typeof params[key] === "string" || typeof params[key] === "number" ? String(params[key]) : "";
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
    : [declaration(directive, blocked)];
  return {
    text: [
      `Blocked by the view's content security policy: ${directive} does not allow ${shortened(blocked)}${place(text("file"), text("line"))}.`,
      ...help.filter((part) => part !== ""),
    ].join(" "),
    harmless,
  };
}

// The line for the view's ui.CSP, if the directive can be declared.
function declaration(directive: string, blocked: string): string {
  const field = fields[directive.replace(/-(elem|attr)$/, "")];
  const origin = /^(https?|wss?):/.test(blocked) && URL.canParse(blocked) ? new URL(blocked).origin : undefined;
  return field === undefined || origin === undefined
    ? "Declare the origin in the view's CSP."
    : `Declare the origin in the view's ui.CSP: ${field}: []string{"${origin}"}.`;
}

function place(file: string, line: string): string {
  if (file === "") {
    return "";
  }
  // The address of the view's own document has two hashes, which help nobody.
  if (/^https?:\/\/[^/]+\/view\/[0-9a-f]{16,}$/.test(file)) {
    return line === "" ? "" : ` (line ${line} of the view)`;
  }
  return ` (${shortened(file)}${line === "" ? "" : `:${line}`})`;
}

// Without its query, and with the middle of a long path left out. The origin stays whole: it says who it is.
function shortened(address: string): string {
  const [start] = address.split(/[?#]/) as [string];
  const origin = /^(https?|wss?):\/\/[^/]+/.exec(start)?.[0] ?? "";
  const path = start.slice(origin.length);
  return path.length > MOST_PATH ? `${origin}${path.slice(0, MOST_PATH / 2)}…${path.slice(-MOST_PATH / 2)}` : start;
}

// Describes a violation of a view's content security policy.

import type { Cause } from "./frame/health.ts";
import { granted } from "./frame/granted.ts";
import { originsOfAll, verdict, verdicts, withVerdict } from "./hostpolicies.ts";
import type { PolicyProfile } from "./hostpolicies.ts";
import { isRecord } from "./wire.ts";
import type { Json, ViewDocument } from "./wire.ts";

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

/** The same fields in the metadata of MCP Apps. */
const members: Record<string, string> = {
  ConnectDomains: "connectDomains",
  ResourceDomains: "resourceDomains",
  FrameDomains: "frameDomains",
  BaseURIDomains: "baseUriDomains",
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

/** What was refused, and how it came to be used. */
export interface Refused {
  directive: string;
  blocked: string;
  /** The view has failed because of it; otherwise it may only have tested whether it is allowed. */
  failed: boolean;
}

/** What a refusal means for a view in a host, with the line of Go that changes it; undefined if it is harmless. */
export function refusal(
  { directive, blocked, failed }: Refused,
  profile: PolicyProfile,
  profiles: readonly PolicyProfile[],
  view: Pick<ViewDocument, "csp" | "allow" | "dropped"> | undefined,
): Pick<Cause, "level" | "text" | "fix" | "code"> | undefined {
  const isEval = blocked === "eval" || blocked === "wasm-eval";
  if (isEval && !failed) {
    return undefined;
  }
  const level = directive.startsWith("script-src") ? "broken" : "warning";
  const host = profile.title;
  const sources = Object.hasOwn(keywords, blocked) ? keywords[blocked] : undefined;
  if (sources) {
    const what = isEval ? `${blocked} (a string or bytes as code)` : blocked;
    const fix = `${verdicts(profiles, directive, sources)} No declaration of the view changes that.`;
    return { level, text: `${host}'s content security policy refuses ${what} in ${directive}`, fix };
  }
  const address = shortened(blocked);
  const origin = originOf(blocked);
  const dropped = view?.dropped?.find(({ value }) => value === origin);
  if (dropped) {
    return { level, text: `${host} refuses ${address}, although the view declares it: ${dropped.reason}` };
  }
  const text = `The view does not declare ${address} for ${directive}, so ${host} refuses it`;
  const field = fieldOf(directive);
  if (origin === undefined || field === undefined) {
    return { level, text, fix: "Views can't declare that. Load it with a tool of the server." };
  }
  const others = profiles.filter((one) => one !== profile && one.title !== host);
  return {
    level,
    text,
    fix: [withVerdict(others, directive, [origin], "refuses"), "Add to the ui.Metadata of oriel.AddViewWith:"].filter(Boolean).join(" "),
    code: cspLine(field, origin, profile, view),
  };
}

// The line with all that the view declares, as far as its policy says, and one more origin.
function cspLine(
  field: string,
  origin: string,
  profile: PolicyProfile,
  view: Pick<ViewDocument, "csp" | "allow"> | undefined,
): string {
  const csp = view ? granted(view)["csp"] : undefined;
  const ofHost = originsOfAll(profile);
  const declared = (name: string): string[] => {
    const list = isRecord(csp) ? csp[members[name] ?? ""] : undefined;
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string" && !ofHost.includes(one)) : [];
  };
  const lists = Object.keys(members).flatMap((name) => {
    const origins = [...declared(name), ...(name === field ? [origin] : [])];
    return origins.length > 0 ? [`${name}: []string{${origins.map((one) => JSON.stringify(one)).join(", ")}}`] : [];
  });
  return `CSP: &ui.CSP{${lists.join(", ")}},`;
}

function fieldOf(directive: string): string | undefined {
  return fields[directive.replace(/-(elem|attr)$/, "")];
}

function originOf(address: string): string | undefined {
  return /^(https?|wss?):/.test(address) && URL.canParse(address) ? new URL(address).origin : undefined;
}

// The line for the view's ui.CSP, if the directive can be declared.
function declaration(directive: string, blocked: string): string {
  const field = fieldOf(directive);
  const origin = originOf(blocked);
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

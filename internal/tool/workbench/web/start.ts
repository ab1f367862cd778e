// The options in the page's address. Only an address with the token can run a tool; without it, the options only fill in
// the form.

import type { Layout } from "./bench.ts";
import { readEnvironment } from "./environment.ts";
import type { Environment } from "./environment.ts";
import type { Json } from "./wire.ts";
import { isRecord } from "./wire.ts";

export interface Start {
  token: string | undefined;
  /** Whether the address had the token: the page was opened, not reloaded. */
  fresh: boolean;
  tool: string | undefined;
  args: Json | undefined;
  /** The error in the parameter args, as a sentence. */
  argsError: string | undefined;
  profiles: string[] | undefined;
  server: string | undefined;
  run: boolean;
  /** Sends the arguments to the view piece by piece, as a model writes them. */
  stream: Streaming;
  /** How wide the cards are; undefined for the default. */
  layout: Layout | undefined;
  environment: Environment;
  /** The errors in the parameters of the environment, as sentences. */
  environmentErrors: string[];
}

/** Whether the arguments are written piece by piece; with "paused", only when the person steps or goes on. */
export type Streaming = boolean | "paused";

export function readStart(search: string, storedToken: string | null): Start {
  const query = new URLSearchParams(search);
  const fresh = query.get("token") || undefined;
  const { args, error } = readArgs(query.get("args"));
  const { environment, errors } = readEnvironment(query);
  const profiles = query
    .get("profiles")
    ?.split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  return {
    token: fresh ?? storedToken ?? undefined,
    fresh: fresh !== undefined,
    tool: query.get("tool") || undefined,
    args,
    argsError: error,
    profiles: profiles && profiles.length > 0 ? [...new Set(profiles)] : undefined,
    server: query.get("server") || undefined,
    run: fresh !== undefined && isYes(query.get("run")),
    layout: query.get("layout") === "fit" ? "fit" : undefined,
    environment,
    environmentErrors: errors,
    stream: query.get("stream") === "paused" ? "paused" : isYes(query.get("stream")),
  };
}

/** The query without the token and the command to run. */
export function cleanSearch(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("token");
  query.delete("run");
  const rest = query.toString();
  return rest === "" ? "" : `?${rest}`;
}

function isYes(value: string | null): boolean {
  return value === "1" || value === "true";
}

function readArgs(text: string | null): { args?: Json; error?: string } {
  if (text === null || text === "") {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) {
      return { args: value };
    }
    return {
      error: `The address's args is ${Array.isArray(value) ? "a list" : JSON.stringify(value)}; a tool takes a JSON object.`,
    };
  } catch (error) {
    return { error: `The address's args is not JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

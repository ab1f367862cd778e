// Checks for parameters of views, which may have any value.

import type { Json } from "./types.ts";
import { INVALID_PARAMS, RpcError } from "./jsonrpc.ts";

const LONGEST_NAME = 200;

export function invalid(message: string): RpcError {
  return new RpcError(INVALID_PARAMS, message);
}

/** Returns a text that is not empty; throws the message for anything else. */
export function needText(value: unknown, message: string): string {
  if (typeof value !== "string" || value === "") {
    throw invalid(message);
  }
  return value;
}

/** A name from a view, short enough for messages. */
export function shortName(name: string): string {
  return name.slice(0, LONGEST_NAME);
}

/** An address that may be opened in a new tab: only http and https. */
export function webAddress(value: unknown): URL {
  let url: URL | undefined;
  try {
    url = new URL(typeof value === "string" ? value : "");
  } catch {
    url = undefined;
  }
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw invalid("Only http and https addresses can be opened.");
  }
  // https://bank.example@evil.example looks like the bank's address, but is not.
  if (url.username !== "" || url.password !== "") {
    throw invalid("Addresses with a user name or a password are not opened.");
  }
  return url;
}

/** The sizes in pixels that a view has sent, and the names of those that are none. */
export function sizeOf(params: Json): { size: { width?: number; height?: number }; wrong: string[] } {
  const size: { width?: number; height?: number } = {};
  const wrong: string[] = [];
  for (const name of ["width", "height"] as const) {
    const value = params[name];
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) {
      size[name] = value;
    } else if (value !== undefined) {
      wrong.push(name);
    }
  }
  return { size, wrong };
}

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

export function sizeOf(params: Json): { width?: number; height?: number } {
  const pixels = (value: unknown) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
  const size: { width?: number; height?: number } = {};
  const width = pixels(params["width"]);
  const height = pixels(params["height"]);
  if (width !== undefined) {
    size.width = width;
  }
  if (height !== undefined) {
    size.height = height;
  }
  return size;
}

import { object } from "./unchecked.ts";
import type { Loose } from "./unchecked.ts";

/**
 * Parses JSON text that may stop anywhere. It closes what is open and drops what is
 * incomplete: a key without its value, half an escape, half a literal. Text that
 * does not begin a JSON object or array gives an empty object.
 */
const parse = (text: string): Loose => {
  let closers = "";
  /** Where the text can be cut and still be completed: before the last comma, or after the last opening bracket. */
  let cut = 0;
  let end = text.length;
  let quoted = false;
  for (let i = 0; i < end; i++) {
    const char = text[i];
    if (quoted) {
      if (char === '"') quoted = false;
      else if (char === "\\") {
        const escape = i;
        i += text[i + 1] === "u" ? 5 : 1;
        if (i >= end) end = escape;
      }
    } else if (char === '"') quoted = true;
    else if (char === ",") cut = i;
    else if (char === "{" || char === "[") {
      closers = (char === "{" ? "}" : "]") + closers;
      cut = i + 1;
    } else if (char === "}" || char === "]") closers = closers.slice(1);
  }
  for (const candidate of [text.slice(0, end) + (quoted ? '"' : ""), text.slice(0, cut)])
    try {
      return object(JSON.parse(candidate + closers));
    } catch {
      // It ends inside a key or a literal: the next candidate leaves that out.
    }
  return {};
};

let lastInput: unknown, lastResult: Loose;

/** Partial arguments as an object. Hosts send an object or the JSON text so far. The same input gives the same object. */
export const parsePartial = (partial: unknown): Loose => {
  if (partial !== lastInput || !lastResult)
    lastResult = typeof (lastInput = partial) === "string" ? parse(lastInput) : object(lastInput);
  return lastResult;
};

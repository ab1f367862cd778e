import { object } from "./unchecked.ts";
import type { Loose } from "./unchecked.ts";

/**
 * Parses JSON text that stops anywhere: closes what is open, and drops what stands
 * for nothing yet, a key without its value, half an escape, half a literal. What
 * is no beginning of a JSON object or array gives an empty object.
 */
const parse = (text: string): Loose => {
  let closers = "";
  /** Where the text still makes sense: before the last comma, or after the last bracket that opened. */
  let sound = 0;
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
    else if (char === ",") sound = i;
    else if (char === "{" || char === "[") {
      closers = (char === "{" ? "}" : "]") + closers;
      sound = i + 1;
    } else if (char === "}" || char === "]") closers = closers.slice(1);
  }
  for (const whole of [text.slice(0, end) + (quoted ? '"' : ""), text.slice(0, sound)])
    try {
      return object(JSON.parse(whole + closers));
    } catch {
      // Cut off in the middle of something.
    }
  return {};
};

let raw: unknown, healed: Loose;

/** What a host sent of the arguments, as an object: the same one for the same. */
export const heal = (partial: unknown): Loose => {
  if (partial !== raw || !healed) healed = typeof (raw = partial) === "string" ? parse(raw) : object(raw);
  return healed;
};

// Arguments as a model writes them: JSON text that grows, healed at each step.

import type { Json } from "../wire.ts";
import { isRecord } from "../wire.ts";

/** What is known of the arguments at each of at most so many steps; only steps that bring something new. */
export function partialArguments(args: Json, steps: number): Json[] {
  const text = JSON.stringify(args);
  const out: Json[] = [];
  let before = "";
  for (let step = 1; step <= steps; step++) {
    const healed = heal(text.slice(0, Math.floor((text.length * step) / (steps + 1))));
    const now = JSON.stringify(healed);
    if (isRecord(healed) && now !== before) {
      out.push(healed);
      before = now;
    }
  }
  return out;
}

type Place = "value" | "first" | "key" | "colon" | "next";

/**
 * The value that a beginning of JSON text holds so far: strings, lists and
 * objects that are open are closed; half keys, literals, numbers and escapes are
 * dropped. Undefined when there is none yet, or the text is no JSON.
 */
export function heal(text: string): unknown {
  // Up to where the text is sound, and what closes it there.
  let sound = "";
  const open: ("}" | "]")[] = [];
  let place: Place = "value";
  let at = 0;
  const keep = (end: number, closing = "") => {
    sound = text.slice(0, end) + closing + open.toReversed().join("");
  };
  while (at < text.length) {
    const c = text.charAt(at);
    if (/\s/.test(c)) {
      at += 1;
    } else if (c === '"' && (place === "value" || place === "first" || place === "key")) {
      const isKey: boolean = open.at(-1) === "}" && place !== "value";
      const end = endOfString(text, at + 1);
      if (end === undefined) {
        if (!isKey) {
          keep(soundString(text, at + 1), '"');
        }
        break;
      }
      at = end;
      place = isKey ? "colon" : "next";
      if (!isKey) {
        keep(at);
      }
    } else if ((c === "{" || c === "[") && (place === "value" || (place === "first" && open.at(-1) === "]"))) {
      at += 1;
      open.push(c === "{" ? "}" : "]");
      place = "first";
      keep(at);
    } else if ((c === "}" || c === "]") && open.at(-1) === c && (place === "first" || place === "next")) {
      at += 1;
      open.pop();
      place = "next";
      keep(at);
    } else if (c === ":" && place === "colon") {
      at += 1;
      place = "value";
    } else if (c === "," && place === "next" && open.length > 0) {
      at += 1;
      place = open.at(-1) === "}" ? "key" : "value";
    } else if (place === "value" || (place === "first" && open.at(-1) === "]")) {
      const word = wordAt(text, at);
      // What reaches the end may be half.
      if (word === "" || at + word.length >= text.length) {
        break;
      }
      at += word.length;
      place = "next";
      keep(at);
    } else {
      break;
    }
  }
  try {
    return sound === "" ? undefined : (JSON.parse(sound) as unknown);
  } catch {
    return undefined;
  }
}

/** A literal or a number, or what it may become. */
function wordAt(text: string, at: number): string {
  const word = /[-+.\w]+/y;
  word.lastIndex = at;
  return word.exec(text)?.[0] ?? "";
}

/** The index behind the closing quote. */
function endOfString(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") {
      at += 1;
    } else if (text[at] === '"') {
      return at + 1;
    }
  }
  return undefined;
}

/** The index up to which an open string is whole: no half escape, no half of a pair of surrogates. */
function soundString(text: string, from: number): number {
  let end = from;
  let high: number | undefined;
  for (let at = from; at < text.length;) {
    const length = text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) {
      break;
    }
    const code = length === 6 ? parseInt(text.slice(at + 2, at + 6), 16) : length === 1 ? text.charCodeAt(at) : 0;
    // The first half of a pair waits for the second.
    high = code >= 0xd800 && code < 0xdc00 ? at : undefined;
    at += length;
    end = at;
  }
  return high ?? end;
}

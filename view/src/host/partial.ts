// Arguments as a model writes them: JSON text that grows and is completed at each step.

import type { Json } from "./types.ts";
import { isRecord } from "./types.ts";

/** The arguments that are known at each step; steps without a change are left out. */
export function partialArguments(args: Json, steps: number): Json[] {
  const text = JSON.stringify(args);
  const out: Json[] = [];
  let before = "";
  for (let step = 1; step <= steps; step++) {
    const completed = complete(text.slice(0, Math.floor((text.length * step) / (steps + 1))));
    const now = JSON.stringify(completed);
    if (isRecord(completed) && now !== before) {
      out.push(completed);
      before = now;
    }
  }
  return out;
}

type Place = "value" | "first" | "key" | "colon" | "next";

/**
 * The value of an incomplete JSON text: open strings, lists and objects are closed, and incomplete keys, literals,
 * numbers and escapes are dropped. Undefined if there is no value yet, or the text is not JSON.
 */
export function complete(text: string): unknown {
  // The longest valid part of the text, with all that is open closed.
  let valid = "";
  const open: ("}" | "]")[] = [];
  let place: Place = "value";
  let at = 0;
  const keepUpTo = (end: number, closing = "") => {
    valid = text.slice(0, end) + closing + open.toReversed().join("");
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
          keepUpTo(completeStringEnd(text, at + 1), '"');
        }
        break;
      }
      at = end;
      place = isKey ? "colon" : "next";
      if (!isKey) {
        keepUpTo(at);
      }
    } else if ((c === "{" || c === "[") && (place === "value" || (place === "first" && open.at(-1) === "]"))) {
      at += 1;
      open.push(c === "{" ? "}" : "]");
      place = "first";
      keepUpTo(at);
    } else if ((c === "}" || c === "]") && open.at(-1) === c && (place === "first" || place === "next")) {
      at += 1;
      open.pop();
      place = "next";
      keepUpTo(at);
    } else if (c === ":" && place === "colon") {
      at += 1;
      place = "value";
    } else if (c === "," && place === "next" && open.length > 0) {
      at += 1;
      place = open.at(-1) === "}" ? "key" : "value";
    } else if (place === "value" || (place === "first" && open.at(-1) === "]")) {
      const word = wordAt(text, at);
      // At the end of the text, it may be incomplete.
      if (word === "" || at + word.length >= text.length) {
        break;
      }
      at += word.length;
      place = "next";
      keepUpTo(at);
    } else {
      break;
    }
  }
  try {
    return valid === "" ? undefined : (JSON.parse(valid) as unknown);
  } catch {
    return undefined;
  }
}

/** The literal or number at an index, which may be incomplete. */
function wordAt(text: string, at: number): string {
  const word = /[-+.\w]+/y;
  word.lastIndex = at;
  return word.exec(text)?.[0] ?? "";
}

/** The index after the closing quote; undefined if there is none. */
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

/** The index at which to cut an open string: not within an escape or a pair of surrogates. */
function completeStringEnd(text: string, from: number): number {
  let end = from;
  let high: number | undefined;
  for (let at = from; at < text.length;) {
    const length = text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) {
      break;
    }
    const code = length === 6 ? parseInt(text.slice(at + 2, at + 6), 16) : length === 1 ? text.charCodeAt(at) : 0;
    // A high surrogate is only kept with its low surrogate.
    high = code >= 0xd800 && code < 0xdc00 ? at : undefined;
    at += length;
    end = at;
  }
  return high ?? end;
}

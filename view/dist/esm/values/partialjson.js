// values/partialjson.ts
import { object } from "./unchecked.js";
var parse = (text) => {
  let closers = "";
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
    }
  return {};
};
var lastInput;
var lastResult;
var parsePartial = (partial) => {
  if (partial !== lastInput || !lastResult)
    lastResult = typeof (lastInput = partial) === "string" ? parse(lastInput) : object(lastInput);
  return lastResult;
};
export {
  parsePartial
};

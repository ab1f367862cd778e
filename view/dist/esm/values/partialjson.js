// values/partialjson.ts
import { object } from "./unchecked.js";
var parse = (text) => {
  let closers = "";
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
    }
  return {};
};
var raw;
var healed;
var heal = (partial) => {
  if (partial !== raw || !healed) healed = typeof (raw = partial) === "string" ? parse(raw) : object(raw);
  return healed;
};
export {
  heal
};

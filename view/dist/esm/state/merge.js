// state/merge.ts
import { json } from "../values/unchecked.js";
var isObject = (value) => !!value && typeof value === "object" && !Array.isArray(value);
var merge = (base, mine, theirs) => {
  if (json(mine ?? null) === base) return theirs;
  const before = JSON.parse(base) ?? {};
  if (![before, mine, theirs].every(isObject)) return mine;
  const all = { ...before, ...mine };
  const changed = Object.keys(all).filter((key) => json(mine[key]) !== json(before[key])).map((key) => [key, mine[key]]);
  return Object.fromEntries(
    Object.entries({ ...theirs, ...Object.fromEntries(changed) }).filter(([, value]) => value !== void 0)
  );
};
export {
  isObject,
  merge
};

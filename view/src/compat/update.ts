import { json } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";

/** Brings an object's members up to date, and returns those that have changed. */
export const update = (object: Loose, now: Loose): Loose => {
  const changed: Loose = {};
  for (const key in now)
    if (json(object[key]) !== json(now[key])) changed[key] = object[key] = now[key];
  return changed;
};

import { json } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";

/** Whether the value is an object, and not a list. */
export const isObject = (value: unknown): value is Loose => !!value && typeof value === "object" && !Array.isArray(value);

/**
 * Applies the changes from `base`, which is JSON text, to `mine` also to `theirs`: member
 * by member if all three are objects; else the result is `mine` if it has changed.
 */
export const merge = (base: string, mine: unknown, theirs: unknown): unknown => {
  if (json(mine ?? null) === base) return theirs;
  const before = JSON.parse(base) ?? {};
  if (![before, mine, theirs].every(isObject)) return mine;
  const all: Loose = { ...before, ...(mine as Loose) };
  const changed = Object.keys(all)
    .filter((key) => json((mine as Loose)[key]) !== json(before[key]))
    .map((key) => [key, (mine as Loose)[key]]);
  // Not by assignment: a member may be called "__proto__".
  return Object.fromEntries(
    Object.entries({ ...(theirs as Loose), ...Object.fromEntries(changed) }).filter(([, value]) => value !== undefined),
  );
};

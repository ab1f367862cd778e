import { json } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";

/** An object with members of its own, and no list. */
export const plain = (value: unknown): value is Loose => !!value && typeof value === "object" && !Array.isArray(value);

/**
 * What has become of `theirs` when all that changed from `base`, which is JSON text,
 * to `mine` is done to it as well: member by member where all three are objects; else
 * `mine`, if it has changed.
 */
export const merge = (base: string, mine: unknown, theirs: unknown): unknown => {
  if (json(mine ?? null) === base) return theirs;
  const before = JSON.parse(base) ?? {};
  if (![before, mine, theirs].every(plain)) return mine;
  const all: Loose = { ...before, ...(mine as Loose) };
  const changed = Object.keys(all)
    .filter((key) => json((mine as Loose)[key]) !== json(before[key]))
    .map((key) => [key, (mine as Loose)[key]]);
  // Never by assignment: a member may be called "__proto__".
  return Object.fromEntries(
    Object.entries({ ...(theirs as Loose), ...Object.fromEntries(changed) }).filter(([, value]) => value !== undefined),
  );
};

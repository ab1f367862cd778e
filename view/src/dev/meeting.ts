/**
 * Where the dev client, a script of its own, and the view's bundle meet: neither can
 * import the other.
 */

/** What is kept of a page while its document is replaced, by the name of what keeps it. Pure JSON. */
export type Parts = Record<string, unknown>;

export interface Meeting {
  /** What the page before this one has kept. */
  readonly restored: Parts;
  /** Each returns what is to be kept of it now; undefined is nothing. */
  readonly keepers: Map<string, () => unknown>;
}

const key = Symbol.for("oriel.dev");

/** The page's one meeting. Without a dev client it is there all the same, and nobody asks. */
export const meeting = (): Meeting => {
  const page = window as unknown as Record<symbol, Meeting | undefined>;
  return (page[key] ??= { restored: {}, keepers: new Map() });
};

/** Has a part kept from document to document, and returns what the last one has kept of it. */
export const kept = (name: string, keep: () => unknown): unknown => {
  const { restored, keepers } = meeting();
  keepers.set(name, keep);
  return restored[name];
};

/** The last object while a new one says the same, so that what compares by identity sees no change; else the new one, frozen. */
export const steady = <T extends object>(now: T, last: T | undefined): T =>
  last && JSON.stringify(now) === JSON.stringify(last) ? last : Object.freeze(now);

/**
 * The last object if the new one has the same content, else the new one, frozen. Code
 * that compares objects by identity, such as React, then sees a change only where there is one.
 */
export const reuseIfEqual = <T extends object>(now: T, last: T | undefined): T =>
  last && JSON.stringify(now) === JSON.stringify(last) ? last : Object.freeze(now);

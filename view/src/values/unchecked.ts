/** An object whose members nobody has checked. */
export type Loose = Record<string, any>;

/** The value if it is an object, else an empty one: hosts send anything. */
export const object = (value: unknown): Loose => (value && typeof value === "object" ? value : {});

/** The value as text if it is text or a number, else none: the others may throw when they are asked. */
export const text = (value: unknown): string => (/string|number/.test(typeof value) ? `${value}` : "");

/** The value as JSON; empty where JSON can't have it, as big integers and cycles. */
export const json = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
};

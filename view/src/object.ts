/** An object whose members nobody has checked. */
export type Loose = Record<string, any>;

/** The value if it is an object, else an empty one: hosts send anything. */
export const object = (value: unknown): Loose => (value && typeof value === "object" ? value : {});

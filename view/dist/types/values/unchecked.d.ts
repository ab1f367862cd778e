/** An object whose members nobody has checked. */
export type Loose = Record<string, any>;
/** The value if it is an object, else an empty one: hosts send anything. */
export declare const object: (value: unknown) => Loose;
/** The value as text if it is text or a number, else none: the others may throw when they are asked. */
export declare const text: (value: unknown) => string;
/** The value as JSON; empty where JSON can't have it, as big integers and cycles. */
export declare const json: (value: unknown) => string;

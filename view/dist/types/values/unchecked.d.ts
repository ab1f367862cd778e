/** Reads values that hosts, pages and storage give: they may be anything. */
/** An object whose members nobody has checked. */
export type Loose = Record<string, any>;
/** The value if it is an object, else an empty object. */
export declare const object: (value: unknown) => Loose;
/** The value as text if it is text or a number, else empty text. Other values may throw when they are converted. */
export declare const text: (value: unknown) => string;
/** The value as JSON; empty text for what JSON can't hold, such as big integers and cycles. */
export declare const json: (value: unknown) => string;

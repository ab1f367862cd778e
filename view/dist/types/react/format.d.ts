/** A moment: a date, milliseconds since 1970, or ISO 8601. */
export type Moment = Date | number | string;
/** Texts in the user's language. What is no moment or number gives an empty text. */
export interface Formats {
    /**
     * A date, in the user's time zone: `"Nov 20, 2026"` unless the options say
     * another. A text with a day alone (`"2026-11-20"`) is that day in every time zone.
     */
    date(moment: Moment | null | undefined, options?: Intl.DateTimeFormatOptions): string;
    /** A number: `"1,234.5"` unless the options say another. */
    number(value: number | bigint | null | undefined, options?: Intl.NumberFormatOptions): string;
    /** How long ago or from now, in the largest unit that fits, seconds to years: `"yesterday"`, `"in 3 hours"`. */
    relative(moment: Moment | null | undefined, now?: Moment): string;
}
/** The formats of a locale and a time zone that `Intl` knows. */
export declare const formatsOf: (locale: string, timeZone: string) => Formats;
/**
 * Dates, numbers and times from now in the user's language and time zone; another
 * object when those change. It throws a RangeError for options that `Intl` has
 * not, such as a currency of two letters.
 *
 * @example
 * function High({ high, updated }: { high: number; updated: Date }) {
 *   const format = useFormat();
 *   return <p>{format.number(high, { style: "unit", unit: "celsius" })}, {format.relative(updated)}</p>;
 * }
 */
export declare const useFormat: () => Formats;

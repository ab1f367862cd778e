// Generated from ../react by tools/assets. DO NOT EDIT.
import { json } from "../values/unchecked.ts";
import { useMemo } from "./library.ts";
import { useLocale } from "./locale.ts";

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

const made = /* @__PURE__ */ new Map<string, unknown>();

/** Making one takes longer than using it a hundred times. */
const cached = <F>(make: new (locale: string, options: object) => F, locale: string, options: object): F => {
  const key = `${make.name} ${locale} ${json(options)}`;
  if (!made.has(key)) made.set(key, new make(locale, options));
  return made.get(key) as F;
};

/** Seconds of each unit; months and years on average. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_556_952],
  ["month", 2_629_746],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

const time = (moment: Moment | null | undefined): number => (moment == null ? NaN : new Date(moment).getTime());

/** The formats of a locale and a time zone that `Intl` knows. */
export const formatsOf = (locale: string, timeZone: string): Formats => ({
  date(moment, options = { dateStyle: "medium" }) {
    const at = time(moment);
    const isDay = typeof moment === "string" && /^\d{4}-\d\d-\d\d$/.test(moment);
    return Number.isNaN(at)
      ? ""
      : cached(Intl.DateTimeFormat, locale, { timeZone, ...options, ...(isDay && { timeZone: "UTC" }) }).format(at);
  },
  number: (value, options = {}) =>
    value == null || Number.isNaN(value) ? "" : cached(Intl.NumberFormat, locale, options).format(value),
  relative(moment, now = Date.now()) {
    const seconds = (time(moment) - time(now)) / 1000;
    if (Number.isNaN(seconds)) return "";
    const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units.at(-1)!;
    return cached(Intl.RelativeTimeFormat, locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
  },
});

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
export const useFormat = (): Formats => {
  const { locale, timeZone } = useLocale();
  return useMemo(() => formatsOf(locale, timeZone), [locale, timeZone]);
};

import type { Children } from "./library.js";
/** Which way a language is written. */
export type Direction = "ltr" | "rtl";
/** Where the user is, in words of the browser's `Intl`, which takes all of them. */
export interface Locale {
    /** BCP 47: `"pt-PT"`. */
    readonly locale: string;
    readonly direction: Direction;
    /** IANA: `"Europe/Lisbon"`. */
    readonly timeZone: string;
}
/**
 * Which way a language is written: `"rtl"` for Arabic, Hebrew, Persian and the
 * like, by the script that is usual for it or is part of the locale (`"az-Arab"`).
 *
 * @param locale - BCP 47; for what is none, the direction is `"ltr"`.
 * @example
 * <blockquote lang={quote.lang} dir={directionOf(quote.lang)}>{quote.text}</blockquote>
 */
export declare const directionOf: (locale: string) => Direction;
/**
 * The user's locale, its direction and the time zone, as the host says, else as the
 * browser does; what the host says wrong, it has not said. Below a
 * {@link Localized} with `locales`, the locale is one of those. The same object
 * until one of them changes.
 *
 * @example
 * const { locale, direction, timeZone } = useLocale();
 */
export declare const useLocale: () => Locale;
/** What a {@link Localized} is given; both may be left out. */
export interface LocalizedProps {
    /** The languages that the view has, the one for everybody else first: `["en", "pt-BR", "ar"]`. Left out: any. */
    locales?: readonly string[] | undefined;
    children?: Children;
}
/**
 * Sets `lang` and `dir` of the page to the user's locale and keeps them so, until
 * it goes. The browser then hyphenates, quotes, picks glyphs and reads aloud in that
 * language, and whatever is laid out by start and end turns around.
 *
 * @example
 * <Localized locales={["en", "ar"]}>
 *   <Forecast />
 * </Localized>
 */
export declare const Localized: ({ locales, children }: LocalizedProps) => Children;

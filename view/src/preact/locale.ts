// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../data/context.ts";
import { text } from "../values/unchecked.ts";
import { createContext, h, useContext, useLayoutEffect, useMemo } from "./library.ts";
import type { Children } from "./library.ts";
import { useRead } from "./read.ts";

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

const rightToLeft = /^(Adlm|Arab|Aran|Hebr|Mand|Mend|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/;

/** The locale as `Intl` has it; undefined for what is none. Some say `pt_PT.UTF-8`. */
const canonical = (raw: unknown): string | undefined => {
  try {
    return Intl.getCanonicalLocales(text(raw).slice(0, 99).replace(/[.@].*/, "").replace(/_/g, "-"))[0];
  } catch {
    return;
  }
};

/**
 * Which way a language is written: `"rtl"` for Arabic, Hebrew, Persian and the
 * like, by the script that is usual for it or is part of the locale (`"az-Arab"`).
 *
 * @param locale - BCP 47; for what is none, the direction is `"ltr"`.
 * @example
 * <blockquote lang={quote.lang} dir={directionOf(quote.lang)}>{quote.text}</blockquote>
 */
export const directionOf = (locale: string): Direction => {
  const tag = canonical(locale);
  return tag && rightToLeft.test(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr";
};

/** The time zone, if the browser knows it. */
const zone = (raw: unknown): string | undefined => {
  try {
    return text(raw) ? new Intl.DateTimeFormat("en", { timeZone: text(raw) }).resolvedOptions().timeZone : undefined;
  } catch {
    return;
  }
};

/** The one of these that serves a reader of `locale` best; the first for a language that is not among them. */
const nearest = (locale: string, offered: readonly string[]): string => {
  for (let part = locale; part; part = part.replace(/-?[^-]*$/, "")) {
    const found = offered.find((one) => canonical(one) === part);
    if (found) return found;
  }
  const language = locale.split("-")[0];
  return offered.find((one) => one.split(/[-_]/)[0] === language) ?? offered[0] ?? locale;
};

/** The languages that the page has. */
const Offered = /* @__PURE__ */ createContext<readonly string[] | undefined>(undefined);

/**
 * The user's locale, its direction and the time zone, as the host says, else as the
 * browser does; what the host says wrong, it has not said. Below a
 * {@link Localized} with `locales`, the locale is one of those. The same object
 * until one of them changes.
 *
 * @example
 * const { locale, direction, timeZone } = useLocale();
 */
export const useLocale = (): Locale => {
  const offered = useContext(Offered)?.join();
  const said = useRead(() => context().locale);
  const place = useRead(() => context().timeZone);
  return useMemo(() => {
    const own = canonical(said) ?? canonical(navigator.language) ?? "en";
    const locale = offered ? nearest(own, offered.split(",")) : own;
    const timeZone = zone(place) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return { locale, direction: directionOf(locale), timeZone };
  }, [offered, said, place]);
};

/** Keeps the root element's language and direction. */
const Root = ({ children }: { children?: Children }): Children => {
  const { locale, direction } = useLocale();
  useLayoutEffect(() => {
    const root = document.documentElement;
    const { lang, dir } = root;
    root.lang = locale;
    root.dir = direction;
    return () => {
      root.lang = lang;
      root.dir = dir;
    };
  }, [locale, direction]);
  return children;
};

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
export const Localized = ({ locales, children }: LocalizedProps): Children =>
  h(Offered.Provider, { value: locales?.length ? locales : undefined }, h(Root, null, children));

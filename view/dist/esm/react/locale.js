// react/locale.ts
import { context } from "../data/context.js";
import { text } from "../values/unchecked.js";
import { createContext, h, useContext, useLayoutEffect, useMemo } from "./library.js";
import { useRead } from "./read.js";
var rightToLeft = /^(Adlm|Arab|Aran|Hebr|Mand|Mend|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/;
var canonical = (raw) => {
  try {
    return Intl.getCanonicalLocales(text(raw).slice(0, 99).replace(/[.@].*/, "").replace(/_/g, "-"))[0];
  } catch {
    return;
  }
};
var directionOf = (locale) => {
  const tag = canonical(locale);
  return tag && rightToLeft.test(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr";
};
var zone = (raw) => {
  try {
    return text(raw) ? new Intl.DateTimeFormat("en", { timeZone: text(raw) }).resolvedOptions().timeZone : void 0;
  } catch {
    return;
  }
};
var nearest = (locale, offered) => {
  for (let part = locale; part; part = part.replace(/-?[^-]*$/, "")) {
    const found = offered.find((one) => canonical(one) === part);
    if (found) return found;
  }
  const language = locale.split("-")[0];
  return offered.find((one) => one.split(/[-_]/)[0] === language) ?? offered[0] ?? locale;
};
var Offered = /* @__PURE__ */ createContext(void 0);
var useLocale = () => {
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
var Root = ({ children }) => {
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
var Localized = ({ locales, children }) => h(Offered.Provider, { value: locales?.length ? locales : void 0 }, h(Root, null, children));
export {
  Localized,
  directionOf,
  useLocale
};

// react/format.ts
import { json } from "../values/unchecked.js";
import { useMemo } from "./library.js";
import { useLocale } from "./locale.js";
var made = /* @__PURE__ */ new Map();
var cached = (make, locale, options) => {
  const key = `${make.name} ${locale} ${json(options)}`;
  if (!made.has(key)) made.set(key, new make(locale, options));
  return made.get(key);
};
var units = [
  ["year", 31556952],
  ["month", 2629746],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1]
];
var time = (moment) => moment == null ? NaN : new Date(moment).getTime();
var formatsOf = (locale, timeZone) => ({
  date(moment, options = { dateStyle: "medium" }) {
    const at = time(moment);
    const isDay = typeof moment === "string" && /^\d{4}-\d\d-\d\d$/.test(moment);
    return Number.isNaN(at) ? "" : cached(Intl.DateTimeFormat, locale, { timeZone, ...options, ...isDay && { timeZone: "UTC" } }).format(at);
  },
  number: (value, options = {}) => value == null || Number.isNaN(value) ? "" : cached(Intl.NumberFormat, locale, options).format(value),
  relative(moment, now = Date.now()) {
    const seconds = (time(moment) - time(now)) / 1e3;
    if (Number.isNaN(seconds)) return "";
    const [unit, length] = units.find(([, length2]) => Math.abs(seconds) >= length2) ?? units.at(-1);
    return cached(Intl.RelativeTimeFormat, locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
  }
});
var useFormat = () => {
  const { locale, timeZone } = useLocale();
  return useMemo(() => formatsOf(locale, timeZone), [locale, timeZone]);
};
export {
  formatsOf,
  useFormat
};

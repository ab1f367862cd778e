// preact/context.ts
import { context } from "../data/context.js";
import { object, text } from "../values/unchecked.js";
import { derived, useRead } from "./read.js";
var pixels = (member, names, missing) => derived(
  () => context()[member],
  (given) => Object.fromEntries(
    names.map((name) => [name, Number.isFinite(object(given)[name]) ? object(given)[name] : missing])
  )
);
var steady = /* @__PURE__ */ derived(context, (context2) => context2);
var useHostContext = () => useRead(steady);
var user = /* @__PURE__ */ derived(
  context,
  ({ locale, timeZone, userLocation, userAgent }) => ({
    locale: text(locale) || void 0,
    timeZone: text(timeZone) || void 0,
    location: userLocation ?? void 0,
    userAgent: text(userAgent) || void 0
  })
);
var useUser = () => useRead(user);
var safeArea = /* @__PURE__ */ pixels("safeAreaInsets", ["top", "right", "bottom", "left"], 0);
var useSafeArea = () => useRead(safeArea);
var container = /* @__PURE__ */ pixels("containerDimensions", ["width", "maxWidth", "height", "maxHeight"], void 0);
var useContainer = () => useRead(container);
export {
  useContainer,
  useHostContext,
  useSafeArea,
  useUser
};

// preact/styles.ts
import { context } from "../data/context.js";
import { object, text } from "../values/unchecked.js";
import { derived, useRead } from "./read.js";
var variables = /* @__PURE__ */ derived(
  () => context().styles,
  (styles) => object(object(styles).variables)
);
var useHostStyleVariables = () => useRead(variables);
var fonts = () => text(object(object(context().styles).css).fonts) || void 0;
var useHostFonts = () => useRead(fonts);
export {
  useHostFonts,
  useHostStyleVariables
};

// mcp/preact/styles.ts
import { applyAppearance } from "../../page/appearance.js";
import { context } from "../../data/context.js";
import { getDocumentTheme } from "../styles.js";
import { useLayoutEffect, useRead, useSyncExternalStore } from "./library.js";
var useDress = (initial, pick) => useLayoutEffect(() => {
  if (initial && initial !== context()) applyAppearance(pick(initial));
}, [initial]);
var unset = {};
var useHostStyleVariables = (_app, initialContext) => {
  useDress(initialContext, ({ theme, styles }) => ({
    ...theme && { theme },
    ...styles?.variables && { styles: { variables: styles.variables } }
  }));
  return useRead(() => context().styles?.variables ?? unset);
};
var useHostFonts = (_app, initialContext) => {
  useDress(initialContext, ({ styles }) => styles?.css ? { styles: { css: styles.css } } : {});
  return useRead(() => context().styles?.css?.fonts);
};
var useHostStyles = (app, initialContext) => {
  useHostStyleVariables(app, initialContext);
  useHostFonts(app, initialContext);
};
var watchTheme = (changed) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
  return () => observer.disconnect();
};
var useDocumentTheme = () => useSyncExternalStore(watchTheme, getDocumentTheme, getDocumentTheme);
export {
  useDocumentTheme,
  useHostFonts,
  useHostStyleVariables,
  useHostStyles
};

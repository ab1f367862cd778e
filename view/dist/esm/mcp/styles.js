// mcp/styles.ts
import { applyAppearance } from "../page/appearance.js";
var getDocumentTheme = () => {
  const { dataset, classList } = document.documentElement;
  return (dataset.theme ?? (classList.contains("dark") ? "dark" : "")) === "dark" ? "dark" : "light";
};
var applyDocumentTheme = (theme) => applyAppearance({ theme });
var applyHostStyleVariables = (styles, root = document.documentElement) => {
  for (const [name, value] of Object.entries(styles)) if (value !== void 0) root.style.setProperty(name, value);
};
var applyHostFonts = (fonts) => applyAppearance({ styles: { css: { fonts } } });
export {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme
};

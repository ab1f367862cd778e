// mcp/styles.ts
import { dress } from "../page/appearance.js";
var getDocumentTheme = () => {
  const { dataset, classList } = document.documentElement;
  return (dataset.theme ?? (classList.contains("dark") ? "dark" : "")) === "dark" ? "dark" : "light";
};
var applyDocumentTheme = (theme) => dress({ theme });
var applyHostStyleVariables = (styles, root = document.documentElement) => {
  for (const [name, value] of Object.entries(styles)) if (value !== void 0) root.style.setProperty(name, value);
};
var applyHostFonts = (fonts) => dress({ styles: { css: { fonts } } });
export {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme
};

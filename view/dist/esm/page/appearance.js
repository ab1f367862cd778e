// page/appearance.ts
import { object, text } from "../values/unchecked.js";
var fontStyle;
var applyAppearance = ({ theme, styles, locale }) => {
  const root = document.documentElement;
  if (theme) root.dataset.theme = root.style.colorScheme = theme;
  root.lang ||= text(locale);
  const { variables, css } = object(styles);
  for (const [name, value] of Object.entries(object(variables))) {
    if (name.startsWith("--")) root.style.setProperty(name, text(value));
  }
  const fonts = text(css?.fonts);
  if (fonts) {
    if (!fontStyle) document.head.append(fontStyle = document.createElement("style"));
    if (fontStyle.textContent !== fonts) fontStyle.textContent = fonts;
  }
};
export {
  applyAppearance
};

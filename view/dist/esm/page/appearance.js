// page/appearance.ts
import { object, text } from "../values/unchecked.js";
var fonts;
var dress = ({ theme, styles, locale }) => {
  const root = document.documentElement;
  if (theme) root.dataset.theme = root.style.colorScheme = theme;
  root.lang ||= text(locale);
  const { variables, css } = object(styles);
  for (const [name, value] of Object.entries(object(variables))) {
    if (name.startsWith("--")) root.style.setProperty(name, text(value));
  }
  const faces = text(css?.fonts);
  if (faces) {
    if (!fonts) document.head.append(fonts = document.createElement("style"));
    if (fonts.textContent !== faces) fonts.textContent = faces;
  }
};
export {
  dress
};

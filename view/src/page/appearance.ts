import type { HostContext } from "../values/types.ts";
import { object, text } from "../values/unchecked.ts";

let fontStyle: HTMLStyleElement | undefined;

/** Applies the host's theme, custom properties, fonts and language to the page. A language that the page has stays. */
export const applyAppearance = ({ theme, styles, locale }: HostContext): void => {
  const root = document.documentElement;
  if (theme) root.dataset.theme = root.style.colorScheme = theme;
  root.lang ||= text(locale);
  const { variables, css } = object(styles);
  for (const [name, value] of Object.entries(object(variables))) {
    if (name.startsWith("--")) root.style.setProperty(name, text(value));
  }
  const fonts = text(css?.fonts);
  if (fonts) {
    if (!fontStyle) document.head.append((fontStyle = document.createElement("style")));
    if (fontStyle.textContent !== fonts) fontStyle.textContent = fonts;
  }
};

import { object, text } from "../values/unchecked.ts";
import type { HostContext } from "../values/types.ts";

let fonts: HTMLStyleElement | undefined;

/** Puts the host's theme, custom properties, fonts and language onto the page. A language that the page has stays. */
export const dress = ({ theme, styles, locale }: HostContext): void => {
  const root = document.documentElement;
  if (theme) root.dataset.theme = root.style.colorScheme = theme;
  root.lang ||= text(locale);
  const { variables, css } = object(styles);
  for (const [name, value] of Object.entries(object(variables))) {
    if (name.startsWith("--")) root.style.setProperty(name, text(value));
  }
  const faces = text(css?.fonts);
  if (faces) {
    if (!fonts) document.head.append((fonts = document.createElement("style")));
    if (fonts.textContent !== faces) fonts.textContent = faces;
  }
};

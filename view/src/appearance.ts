import { object } from "./object.ts";
import type { HostContext } from "./types.ts";

let fonts: HTMLStyleElement | undefined;

/** Puts the host's theme, custom properties and fonts onto the page. */
export const dress = ({ theme, styles }: HostContext): void => {
  const root = document.documentElement;
  if (theme) root.dataset.theme = root.style.colorScheme = theme;
  const { variables, css } = object(styles);
  for (const [name, value] of Object.entries(object(variables))) {
    if (name.startsWith("--")) root.style.setProperty(name, value ?? "");
  }
  if (css?.fonts && !fonts) {
    fonts = document.createElement("style");
    fonts.textContent = css.fonts;
    document.head.append(fonts);
  }
};

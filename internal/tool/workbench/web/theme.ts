// The theme of the page and the views.

import { Signal } from "./signal.ts";
import type { Theme } from "./wire.ts";

export type ThemeChoice = "system" | Theme;
const KEY = "oriel-theme";

export class Themes {
  readonly choice: Signal<ThemeChoice>;
  readonly theme: Signal<Theme>;

  constructor() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const stored = sessionStorage.getItem(KEY);
    this.choice = new Signal<ThemeChoice>(stored === "light" || stored === "dark" ? stored : "system");
    const resolve = (): Theme =>
      this.choice.value === "system" ? (dark.matches ? "dark" : "light") : this.choice.value;
    this.theme = new Signal(resolve());
    dark.addEventListener("change", () => (this.theme.value = resolve()));
    this.choice.watch((choice) => {
      sessionStorage.setItem(KEY, choice);
      this.theme.value = resolve();
    });
    this.theme.watch((theme) => {
      document.documentElement.dataset["theme"] = theme;
      document.documentElement.style.colorScheme = theme;
    });
  }
}

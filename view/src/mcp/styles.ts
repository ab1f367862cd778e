import { applyAppearance } from "../page/appearance.ts";
import type { Theme } from "../values/types.ts";
import type { McpUiStyles } from "./types.ts";

// The runtime does all of this by itself for whatever the host says. These are for what a view says.

/**
 * The page's theme: what `data-theme` says, else the class `dark`.
 *
 * @example
 * const dark = getDocumentTheme() === "dark";
 */
export const getDocumentTheme = (): Theme => {
  const { dataset, classList } = document.documentElement;
  return (dataset.theme ?? (classList.contains("dark") ? "dark" : "")) === "dark" ? "dark" : "light";
};

/**
 * Gives the page a theme: `data-theme`, and `color-scheme` for `light-dark()`.
 *
 * @example
 * applyDocumentTheme("dark");
 */
export const applyDocumentTheme = (theme: Theme): void => applyAppearance({ theme });

/**
 * Sets the host's custom properties on an element.
 *
 * @param styles - By their names.
 * @param root - The root element when left out.
 * @example
 * applyHostStyleVariables(app.getHostContext()?.styles?.variables ?? {}, panel);
 */
export const applyHostStyleVariables = (styles: Partial<McpUiStyles>, root: HTMLElement = document.documentElement): void => {
  for (const [name, value] of Object.entries(styles)) if (value !== undefined) root.style.setProperty(name, value);
};

/**
 * Adds the host's fonts to the page, in place of those that were added before.
 *
 * @param fonts - `@font-face` and `@import` rules.
 * @example
 * applyHostFonts("@font-face { … }");
 */
export const applyHostFonts = (fonts: string): void => applyAppearance({ styles: { css: { fonts } } });

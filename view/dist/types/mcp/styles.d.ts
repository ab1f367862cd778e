import type { Theme } from "../values/types.js";
import type { McpUiStyles } from "./types.js";
/**
 * The page's theme: what `data-theme` says, else the class `dark`.
 *
 * @example
 * const dark = getDocumentTheme() === "dark";
 */
export declare const getDocumentTheme: () => Theme;
/**
 * Gives the page a theme: `data-theme`, and `color-scheme` for `light-dark()`.
 *
 * @example
 * applyDocumentTheme("dark");
 */
export declare const applyDocumentTheme: (theme: Theme) => void;
/**
 * Sets the host's custom properties on an element.
 *
 * @param styles - By their names.
 * @param root - The root element when left out.
 * @example
 * applyHostStyleVariables(app.getHostContext()?.styles?.variables ?? {}, panel);
 */
export declare const applyHostStyleVariables: (styles: Partial<McpUiStyles>, root?: HTMLElement) => void;
/**
 * Adds the host's fonts to the page, in place of those that were added before.
 *
 * @param fonts - `@font-face` and `@import` rules.
 * @example
 * applyHostFonts("@font-face { … }");
 */
export declare const applyHostFonts: (fonts: string) => void;

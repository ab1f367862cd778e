import type { Theme } from "../../values/types.js";
import type { App } from "../app.js";
import type { McpUiHostContext } from "../types.js";
/**
 * The host's custom properties, which the runtime keeps on the root element together
 * with its theme. With the signature of ext-apps: `app` says nothing that is not known.
 *
 * @param _app - Not used.
 * @param initialContext - Put on the page, too, when the component is there.
 * @returns The properties by their names; empty while the host has said none.
 * @example
 * const styles = useHostStyleVariables();
 * const accent = styles["--color-ring-primary"] ?? "#246";
 */
export declare const useHostStyleVariables: (_app?: App | null, initialContext?: McpUiHostContext | null) => Record<string, string | undefined>;
/**
 * The host's font rules, which the runtime keeps on the page. With the signature of
 * ext-apps: `app` says nothing that is not known.
 *
 * @param _app - Not used.
 * @param initialContext - Its fonts are put on the page, too, when the component is there.
 * @returns `@font-face` and `@import` rules; undefined while the host has said none.
 * @example
 * const hasFonts = !!useHostFonts();
 */
export declare const useHostFonts: (_app?: App | null, initialContext?: McpUiHostContext | null) => string | undefined;
/**
 * {@link useHostStyleVariables} and {@link useHostFonts} in one.
 *
 * @example
 * useHostStyles(app, app?.getHostContext());
 */
export declare const useHostStyles: (app?: App | null, initialContext?: McpUiHostContext | null) => void;
/**
 * The page's theme, whoever has set it: what `data-theme` says, else the class `dark`.
 *
 * @example
 * const dark = useDocumentTheme() === "dark";
 */
export declare const useDocumentTheme: () => Theme;

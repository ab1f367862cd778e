import type { Theme } from "../values/types.js";
/**
 * The colour scheme: the host's; where it says none, the one that the browser
 * prefers.
 *
 * @example
 * function Logo() {
 *   return <img src={useTheme() === "dark" ? "data:,white" : "data:,black"} alt="Logo" />;
 * }
 */
export declare const useTheme: () => Theme;
/**
 * The colour scheme that the page shows: that of the root element's `data-theme`,
 * which the runtime sets to the host's and a script of the page may change, or of
 * its class `dark`; else as {@link useTheme}.
 *
 * @example
 * function Chart() {
 *   const ink = useDocumentTheme() === "dark" ? "#eee" : "#111";
 *   return <svg viewBox="0 0 10 10"><path d="M0 9L9 0" stroke={ink} /></svg>;
 * }
 */
export declare const useDocumentTheme: () => Theme;

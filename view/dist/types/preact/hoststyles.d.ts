import type { Children } from "./library.js";
/**
 * Makes the page look like a part of any host. The runtime itself sets the host's
 * theme, style variables and fonts; this adds what a host leaves out:
 *
 * - a value, for light and dark, of each of the standard style variables;
 * - the colour scheme of the browser where the host says no theme, and the font and
 *   text colour of the variables for the page;
 * - `--oriel-safe-area-top`, `-right`, `-bottom` and `-left`: what the host covers
 *   at the view's edges, in pixels; the device's where the host says nothing.
 *
 * All of it yields to the page's own CSS. It goes when the component goes.
 *
 * @example
 * <HostStyles />
 */
export declare const HostStyles: () => Children;

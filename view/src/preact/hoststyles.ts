// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../data/context.ts";
import { h } from "./library.ts";
import type { Children } from "./library.ts";
import { useRead } from "./read.ts";

const kinds = ["primary", "secondary", "tertiary", "inverse", "ghost", "info", "danger", "success", "warning", "disabled"];

/** The colours of each kind, light and dark, in three or six digits each; none is no colour at all. */
const colors: Record<string, string> = {
  background:
    "fff 1f1f1f,f5f5f5 2a2a2a,ebebeb 363636,1a1a1a f3f3f3,,e8f1fb 132a40,fdf1f0 341a18,e8f5ec 14301e,fdf2e0 38280f,ececec 333",
  text: "1a1a1a f3f3f3,5c5c5c b4b4b4,707070 959595,fff 1a1a1a,5c5c5c b4b4b4,0b5cad 7cb8f5,b3261e f2a19b,1c6e3a 7fcf9a,8a5300 f0b865,9a9a9a 6e6e6e",
  border:
    "d4d4d4 474747,e2e2e2 3d3d3d,eee 303030,1a1a1a f3f3f3,,a9ccef 2c5a85,eeb4b0 7d3733,a5d6b5 2f6b45,eac78c 775420,e2e2e2 3d3d3d",
  ring: "707070 959595,b4b4b4 5c5c5c,,fff 1a1a1a,,0b5cad 7cb8f5,b3261e f2a19b,1c6e3a 7fcf9a,8a5300 f0b865",
};

/** The other standard variables: sizes in rem, and the height of their lines. */
const sizes: Record<string, string> = {
  text: "xs .75 1.4,sm .875 1.45,md 1 1.5,lg 1.125 1.5",
  heading: "xs .875 1.4,sm 1 1.4,md 1.125 1.35,lg 1.25 1.3,xl 1.5 1.25,2xl 1.875 1.2,3xl 2.25 1.15",
};

const others =
  "--font-sans:system-ui,sans-serif;--font-mono:ui-monospace,monospace;" +
  "--font-weight-normal:400;--font-weight-medium:500;--font-weight-semibold:600;--font-weight-bold:700;" +
  "--border-radius-xs:2px;--border-radius-sm:4px;--border-radius-md:8px;--border-radius-lg:12px;--border-radius-xl:16px;" +
  "--border-radius-full:9999px;--border-width-regular:1px;" +
  "--shadow-hairline:0 0 0 1px #0000001a;--shadow-sm:0 1px 2px #0000001f;--shadow-md:0 2px 8px #00000024;--shadow-lg:0 8px 24px #0000002e;";

/** What a host that gives no variables leaves the page with. Of no weight, so that whatever else says something, counts. */
const defaults = (): string => {
  let css = others;
  for (const [part, list] of Object.entries(colors))
    list.split(",").forEach((pair, i) => {
      const [light, dark] = pair.split(" ");
      if (part !== "ring" || (kinds[i] !== "tertiary" && kinds[i] !== "ghost"))
        css += `--color-${part}-${kinds[i]}:${dark ? `light-dark(#${light},#${dark})` : "transparent"};`;
    });
  for (const [part, list] of Object.entries(sizes))
    for (const size of list.split(",")) {
      const [name, rem, height] = size.split(" ");
      css += `--font-${part}-${name}-size:${rem}rem;--font-${part}-${name}-line-height:${height};`;
    }
  return `:where(:root){color-scheme:light dark;color:var(--color-text-primary);font-family:var(--font-sans);${css}}`;
};

let made: string | undefined;

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
export const HostStyles = (): Children => {
  const insets = useRead(() => context().safeAreaInsets);
  const sides = (["top", "right", "bottom", "left"] as const).map((side) => {
    const pixels = Number(insets?.[side] ?? NaN);
    return `--oriel-safe-area-${side}:${Number.isFinite(pixels) ? `${pixels}px` : `env(safe-area-inset-${side},0px)`};`;
  });
  return h("style", null, (made ??= defaults()), `:root{${sides.join("")}}`);
};

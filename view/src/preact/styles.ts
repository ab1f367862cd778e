// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../data/context.ts";
import { object, text } from "../values/unchecked.ts";
import { derived, useRead } from "./read.ts";

const variables = /* @__PURE__ */ derived(
  () => context().styles,
  (styles): Record<string, string | undefined> => object(object(styles).variables),
);

/**
 * The host's custom properties (`--color-text-primary` …), by their names; empty
 * where it gives none. The runtime has set them on the root element already, so
 * that CSS needs none of this: it is for what is drawn, a canvas or a chart.
 *
 * @example
 * function Dot() {
 *   const { "--color-text-primary": ink = "black" } = useHostStyleVariables();
 *   return <svg viewBox="0 0 2 2"><circle cx="1" cy="1" r="1" fill={ink} /></svg>;
 * }
 */
export const useHostStyleVariables = (): Record<string, string | undefined> => useRead(variables);

const fonts = (): string | undefined => text(object(object(context().styles).css).fonts) || undefined;

/**
 * The host's `@font-face` rules, as CSS. The runtime has added them to the page
 * already; a shadow root or another document needs them once more.
 *
 * @example
 * function Fonts() {
 *   return <style>{useHostFonts()}</style>;
 * }
 */
export const useHostFonts = (): string | undefined => useRead(fonts);

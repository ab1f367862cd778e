// Generated from ../react by tools/assets. DO NOT EDIT.
import { applyAppearance } from "../../page/appearance.ts";
import { context } from "../../data/context.ts";
import type { HostContext, Theme } from "../../values/types.ts";
import type { App } from "../app.ts";
import { getDocumentTheme } from "../styles.ts";
import type { McpUiHostContext } from "../types.ts";
import { useLayoutEffect, useRead, useSyncExternalStore } from "./library.ts";

/** Dresses the page in a context that the view brings; the host's own, it wears already. */
const useDress = (initial: McpUiHostContext | null | undefined, pick: (context: HostContext) => HostContext): void =>
  useLayoutEffect(() => {
    if (initial && initial !== context()) applyAppearance(pick(initial as HostContext));
  }, [initial]);

const unset: Record<string, string | undefined> = {};

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
export const useHostStyleVariables = (
  _app?: App | null,
  initialContext?: McpUiHostContext | null,
): Record<string, string | undefined> => {
  useDress(initialContext, ({ theme, styles }) => ({
    ...(theme && { theme }),
    ...(styles?.variables && { styles: { variables: styles.variables } }),
  }));
  return useRead(() => context().styles?.variables ?? unset);
};

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
export const useHostFonts = (_app?: App | null, initialContext?: McpUiHostContext | null): string | undefined => {
  useDress(initialContext, ({ styles }) => (styles?.css ? { styles: { css: styles.css } } : {}));
  return useRead(() => context().styles?.css?.fonts);
};

/**
 * {@link useHostStyleVariables} and {@link useHostFonts} in one.
 *
 * @example
 * useHostStyles(app, app?.getHostContext());
 */
export const useHostStyles = (app?: App | null, initialContext?: McpUiHostContext | null): void => {
  useHostStyleVariables(app, initialContext);
  useHostFonts(app, initialContext);
};

const watchTheme = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
  return () => observer.disconnect();
};

/**
 * The page's theme, whoever has set it: what `data-theme` says, else the class `dark`.
 *
 * @example
 * const dark = useDocumentTheme() === "dark";
 */
export const useDocumentTheme = (): Theme => useSyncExternalStore(watchTheme, getDocumentTheme, getDocumentTheme);

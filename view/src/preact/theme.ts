// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../data/context.ts";
import { subscribe } from "../data/topics.ts";
import type { Theme } from "../values/types.ts";
import { useSyncExternalStore } from "./library.ts";

const scheme = (): MediaQueryList | undefined => globalThis.matchMedia?.("(prefers-color-scheme:dark)");

const theme = (): Theme => context().theme ?? (scheme()?.matches ? "dark" : "light");

const onTheme = (changed: () => void): (() => void) => {
  const query = scheme();
  const off = subscribe(changed);
  query?.addEventListener("change", changed);
  return () => {
    off();
    query?.removeEventListener("change", changed);
  };
};

/**
 * The colour scheme: the host's; where it says none, the one that the browser
 * prefers.
 *
 * @example
 * function Logo() {
 *   return <img src={useTheme() === "dark" ? "data:,white" : "data:,black"} alt="Logo" />;
 * }
 */
export const useTheme = (): Theme => useSyncExternalStore(onTheme, theme, theme);

const documentTheme = (): Theme => {
  const { dataset, classList } = document.documentElement;
  const marked = dataset.theme;
  return marked === "dark" || marked === "light" ? marked : classList.contains("dark") ? "dark" : theme();
};

const onDocumentTheme = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  const off = onTheme(changed);
  return () => {
    observer.disconnect();
    off();
  };
};

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
export const useDocumentTheme = (): Theme => useSyncExternalStore(onDocumentTheme, documentTheme, documentTheme);

// preact/theme.ts
import { context } from "../data/context.js";
import { subscribe } from "../data/topics.js";
import { useSyncExternalStore } from "./library.js";
var scheme = () => globalThis.matchMedia?.("(prefers-color-scheme:dark)");
var theme = () => context().theme ?? (scheme()?.matches ? "dark" : "light");
var onTheme = (changed) => {
  const query = scheme();
  const off = subscribe(changed);
  query?.addEventListener("change", changed);
  return () => {
    off();
    query?.removeEventListener("change", changed);
  };
};
var useTheme = () => useSyncExternalStore(onTheme, theme, theme);
var documentTheme = () => {
  const { dataset, classList } = document.documentElement;
  const marked = dataset.theme;
  return marked === "dark" || marked === "light" ? marked : classList.contains("dark") ? "dark" : theme();
};
var onDocumentTheme = (changed) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  const off = onTheme(changed);
  return () => {
    observer.disconnect();
    off();
  };
};
var useDocumentTheme = () => useSyncExternalStore(onDocumentTheme, documentTheme, documentTheme);
export {
  useDocumentTheme,
  useTheme
};

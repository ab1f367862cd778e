// Generated from ../react by tools/assets. DO NOT EDIT.
import { useLayoutEffect } from "./library.ts";

const elements = /* @__PURE__ */ new Map<string, HTMLStyleElement>();

/** Puts a style onto the page before it is painted, once, however many use it. */
export const useStyle = (css: string): void =>
  useLayoutEffect(() => {
    const element = elements.get(css) ?? document.createElement("style");
    elements.set(css, element);
    if (element.isConnected) return;
    element.textContent = css;
    document.head.append(element);
  }, [css]);

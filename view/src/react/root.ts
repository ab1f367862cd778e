/** How React renders into the page. Only pages that use mount carry this, and with it react-dom. */
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** Renders before it returns, and returns what takes it away again. */
export const renderInto = (element: Element, view: ReactNode): (() => void) => {
  const root = createRoot(element);
  flushSync(() => root.render(view));
  return () => root.unmount();
};

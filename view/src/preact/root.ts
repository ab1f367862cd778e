/** How Preact renders into the page. Only pages that use mount carry this. */
import { render } from "preact";
import type { ComponentChildren } from "preact";

/** Renders before it returns, and returns what takes it away again. */
export const renderInto = (element: Element, view: ComponentChildren): (() => void) => {
  render(view, element);
  return () => render(null, element);
};

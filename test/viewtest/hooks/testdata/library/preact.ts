// Preact without its layer for React, for the pages, which know their library by
// these names alone. Its own warnings go to the console.

import "preact/debug";
import { render } from "preact";
import type { ComponentChild } from "preact";

export { createElement as h } from "preact";
export { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";

/** Shows it, in this task, and returns what takes it away, also in this task. */
export const show = (node: ComponentChild, element: Element = document.body.appendChild(document.createElement("div"))) => {
  render(node, element);
  return () => {
    render(null, element);
    element.remove();
  };
};

/** Preact has no lower priority: a change is drawn in its turn. */
export const startTransition = (change: () => void): void => change();
/** Nor a higher one. */
export const flushSync = (change: () => void): void => change();

/** Neither is in Preact itself. */
export const Suspense = undefined;
export const renderToString = undefined;

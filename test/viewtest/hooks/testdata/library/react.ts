// React, for the pages, which know their library by these names alone.

import { StrictMode, createElement } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { renderToString as render } from "react-dom/server";

export { createElement as h, startTransition, Suspense, useEffect, useLayoutEffect, useReducer, useState } from "react";
export { flushSync };

declare const STRICT: boolean;

/** Shows it, in this task, and returns what takes it away, also in this task. */
export const show = (node: ReactNode, element: Element = document.body.appendChild(document.createElement("div"))) => {
  const root = createRoot(element);
  flushSync(() => root.render(STRICT ? createElement(StrictMode, null, node) : node));
  return () => {
    flushSync(() => root.unmount());
    element.remove();
  };
};

/** What a server would write of it. React 18 complains of each layout effect then. */
export const renderToString = STRICT ? render : undefined;

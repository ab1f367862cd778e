import { Component, createElement, StrictMode } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

export { createElement as h } from "react";

/** Shows what its children throw. */
export class Boundary extends Component<{ children?: ReactNode }, { said?: string }> {
  override state: { said?: string } = {};
  static getDerivedStateFromError = (error: Error & { code?: number }) => ({ said: `${error.code} ${error.message}` });
  override render(): ReactNode {
    return this.state.said ?? this.props.children;
  }
}

/** Renders in this task. Returns what takes it away. */
export const show = (element: ReactNode): (() => void) => {
  const root = createRoot(document.getElementById("root")!);
  flushSync(() => root.render(createElement(StrictMode, null, element)));
  return () => root.unmount();
};

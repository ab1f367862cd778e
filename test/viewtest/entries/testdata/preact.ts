import { Component, render } from "preact";
import type { ComponentChildren } from "preact";

export { h } from "preact";

/** Shows what its children throw. */
export class Boundary extends Component<{ children?: ComponentChildren }, { said?: string }> {
  override state: { said?: string } = {};
  static getDerivedStateFromError = (error: Error & { code?: number }) => ({ said: `${error.code} ${error.message}` });
  override render(): ComponentChildren {
    return this.state.said ?? this.props.children;
  }
}

/** Renders in this task. Returns what takes it away. */
export const show = (element: ComponentChildren): (() => void) => {
  const root = document.getElementById("root")!;
  render(element, root);
  return () => render(null, root);
};

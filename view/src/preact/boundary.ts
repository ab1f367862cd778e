// Generated from ../react by tools/assets. DO NOT EDIT.
import { log } from "../calls/log.ts";
import { object, text } from "../values/unchecked.ts";
import { callHandler, on, read } from "../data/topics.ts";
import { Component, h } from "./library.ts";
import type { Children } from "./library.ts";
import { Notice } from "./notice.ts";

/** What is shown instead of what has failed gets this. */
export interface Failure {
  /** What was thrown. */
  error: unknown;
  /** Renders the children again. */
  retry: () => void;
}

/** What an {@link ErrorBoundary} is given; all may be left out. */
export interface ErrorBoundaryProps {
  /** Shown instead of the children once they have thrown. Left out: a message, and a button to try again. */
  fallback?: Children | ((failure: Failure) => Children);
  /** Hears of what was thrown. */
  onError?: ((error: unknown) => void) | undefined;
  /** Above the message: "Something went wrong". */
  title?: string | undefined;
  /** On the button: "Try again". */
  retryLabel?: string | undefined;
  /** Shows where it was thrown, too; for development. */
  stack?: boolean | undefined;
  children?: Children;
}

interface State {
  failure?: { error: unknown } | undefined;
}

/**
 * Shows a message instead of children that throw while they are rendered, and
 * tells the host's log. The children are rendered again when the user asks for it,
 * and when the host delivers another result. What is thrown in a handler or after
 * an `await` is not caught, as in any boundary.
 *
 * The message is the error's, without its stack. It stands in the host's colours,
 * in any width from 160 px, and is read aloud as it appears.
 *
 * @example
 * <ErrorBoundary onError={(error) => console.log(error)}>
 *   <Chart />
 * </ErrorBoundary>
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = {};
  #end: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidMount(): void {
    let seen = read("result");
    this.#end = on("result", (result) => {
      if (result === seen) return;
      seen = result;
      this.retry();
    });
  }

  override componentWillUnmount(): void {
    this.#end?.();
  }

  override componentDidCatch(error: unknown, info?: unknown): void {
    const { message, stack } = object(error);
    const data = { message: text(message) || text(error), stack: text(stack), components: text(object(info).componentStack) };
    log("error", data, "ErrorBoundary").catch(() => {});
    const { onError } = this.props;
    if (onError) callHandler(onError, error);
  }

  retry = (): void => {
    if (this.state.failure) this.setState({ failure: undefined });
  };

  override render(): Children {
    const { failure } = this.state;
    const { fallback, title = "Something went wrong", retryLabel = "Try again", stack, children } = this.props;
    if (!failure) return children;
    const { error } = failure;
    if (typeof fallback === "function") return fallback({ error, retry: this.retry });
    if (fallback !== undefined) return fallback;
    const { message, stack: trace } = object(error);
    return h(
      Notice,
      { isAlert: true, title, text: text(message) || text(error) },
      h("button", { type: "button", onClick: this.retry }, retryLabel),
      stack && text(trace) && h("pre", { dir: "ltr" }, text(trace)),
    );
  }
}

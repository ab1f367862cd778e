import { Component } from "./library.js";
import type { Children } from "./library.js";
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
    failure?: {
        error: unknown;
    } | undefined;
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
export declare class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
    #private;
    state: State;
    static getDerivedStateFromError(error: unknown): State;
    componentDidMount(): void;
    componentWillUnmount(): void;
    componentDidCatch(error: unknown, info?: unknown): void;
    retry: () => void;
    render(): Children;
}
export {};

// react/boundary.ts
import { log } from "../calls/log.js";
import { object, text } from "../values/unchecked.js";
import { callHandler, on, read } from "../data/topics.js";
import { Component, h } from "./library.js";
import { Notice } from "./notice.js";
var ErrorBoundary = class extends Component {
  state = {};
  #end;
  static getDerivedStateFromError(error) {
    return { failure: { error } };
  }
  componentDidMount() {
    let seen = read("result");
    this.#end = on("result", (result) => {
      if (result === seen) return;
      seen = result;
      this.retry();
    });
  }
  componentWillUnmount() {
    this.#end?.();
  }
  componentDidCatch(error, info) {
    const { message, stack } = object(error);
    const data = { message: text(message) || text(error), stack: text(stack), components: text(object(info).componentStack) };
    log("error", data, "ErrorBoundary").catch(() => {
    });
    const { onError } = this.props;
    if (onError) callHandler(onError, error);
  }
  retry = () => {
    if (this.state.failure) this.setState({ failure: void 0 });
  };
  render() {
    const { failure } = this.state;
    const { fallback, title = "Something went wrong", retryLabel = "Try again", stack, children } = this.props;
    if (!failure) return children;
    const { error } = failure;
    if (typeof fallback === "function") return fallback({ error, retry: this.retry });
    if (fallback !== void 0) return fallback;
    const { message, stack: trace } = object(error);
    return h(
      Notice,
      { isAlert: true, title, text: text(message) || text(error) },
      h("button", { type: "button", onClick: this.retry }, retryLabel),
      stack && text(trace) && h("pre", { dir: "ltr" }, text(trace))
    );
  }
};
export {
  ErrorBoundary
};

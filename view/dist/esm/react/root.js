// react/root.ts
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
var renderInto = (element, view) => {
  const root = createRoot(element);
  flushSync(() => root.render(view));
  return () => root.unmount();
};
export {
  renderInto
};

// react/style.ts
import { useLayoutEffect } from "./library.js";
var elements = /* @__PURE__ */ new Map();
var useStyle = (css) => useLayoutEffect(() => {
  const element = elements.get(css) ?? document.createElement("style");
  elements.set(css, element);
  if (element.isConnected) return;
  element.textContent = css;
  document.head.append(element);
}, [css]);
export {
  useStyle
};

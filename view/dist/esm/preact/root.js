// preact/root.ts
import { render } from "preact";
var renderInto = (element, view) => {
  render(view, element);
  return () => render(null, element);
};
export {
  renderInto
};

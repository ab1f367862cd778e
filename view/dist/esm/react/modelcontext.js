// react/modelcontext.ts
import { addPart } from "../model/parts.js";
import { createContext, Fragment, h, useContext, useEffect, useRef } from "./library.js";
var Depth = /* @__PURE__ */ createContext(0);
var ModelContext = ({ content, data, children }) => {
  const place = useRef(null);
  const depth = useContext(Depth);
  useEffect(() => addPart({ content, data, depth, at: place.current }));
  return h(Fragment, null, h("template", { ref: place, hidden: true }), h(Depth.Provider, { value: depth + 1 }, children));
};
export {
  ModelContext
};

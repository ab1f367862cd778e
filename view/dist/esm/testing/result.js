// testing/result.ts
var toWire = ({ data, text, viewData, isError, content, meta }) => ({
  content: content ?? (text === void 0 ? [] : [{ type: "text", text }]),
  ...data !== void 0 && { structuredContent: data },
  ...isError !== void 0 && { isError },
  ...(meta || viewData !== void 0) && {
    _meta: { ...meta, ...viewData !== void 0 && { "oriel/viewData": viewData } }
  }
});
export {
  toWire
};

// values/callresult.ts
var made = /* @__PURE__ */ new WeakMap();
var toCallResult = (result) => {
  if (!result) return;
  let call = made.get(result);
  if (!call) {
    const { content, data, isError, meta } = result;
    call = { content, ...data !== void 0 && { structuredContent: data }, isError, ...meta && { _meta: meta } };
    made.set(result, call);
  }
  return call;
};
export {
  toCallResult
};

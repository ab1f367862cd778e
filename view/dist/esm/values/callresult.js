// values/callresult.ts
var cache = /* @__PURE__ */ new WeakMap();
var toCallResult = (result) => {
  if (!result) return;
  let call = cache.get(result);
  if (!call) {
    const { content, data, isError, meta } = result;
    call = { content, ...data !== void 0 && { structuredContent: data }, isError, ...meta && { _meta: meta } };
    cache.set(result, call);
  }
  return call;
};
export {
  toCallResult
};

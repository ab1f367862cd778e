// data/topics.ts
var values = {};
var handlers = {};
var delivered = {};
var read = (topic) => values[topic];
var callHandler = (handler, value) => {
  try {
    return handler(value);
  } catch (error) {
    return reportError(error);
  }
};
var emit = (topic, value) => [...handlers[topic] ?? []].map((handler) => callHandler(handler, value));
var store = (topic, value) => {
  values[topic] = value;
  emit(topic, value);
  emit("any", void 0);
};
var set = (topic, value) => {
  delivered[topic] = true;
  store(topic, value);
};
var setFromSnapshot = (topic, value) => {
  if (!delivered[topic]) store(topic, value);
};
var forget = (topic) => {
  delete values[topic];
};
var on = (topic, handler) => {
  const set2 = handlers[topic] ??= /* @__PURE__ */ new Set();
  const own = (value) => handler(value);
  set2.add(own);
  if (topic in values) callHandler(own, values[topic]);
  return () => void set2.delete(own);
};
var subscribe = (fn) => on("any", fn);
export {
  callHandler,
  emit,
  forget,
  on,
  read,
  set,
  setFromSnapshot,
  subscribe
};

// data/topics.ts
var values = {};
var handlers = {};
var settled = {};
var read = (topic) => values[topic];
var tell = (handler, value) => {
  try {
    return handler(value);
  } catch (error) {
    return reportError(error);
  }
};
var announce = (topic, value) => [...handlers[topic] ?? []].map((handler) => tell(handler, value));
var keep = (topic, value) => {
  values[topic] = value;
  announce(topic, value);
  announce("any", void 0);
};
var set = (topic, value) => {
  settled[topic] = true;
  keep(topic, value);
};
var offer = (topic, value) => {
  if (!settled[topic]) keep(topic, value);
};
var forget = (topic) => {
  delete values[topic];
};
var on = (topic, handler) => {
  const set2 = handlers[topic] ??= /* @__PURE__ */ new Set();
  const own = (value) => handler(value);
  set2.add(own);
  if (topic in values) tell(own, values[topic]);
  return () => void set2.delete(own);
};
var subscribe = (fn) => on("any", fn);
export {
  announce,
  forget,
  offer,
  on,
  read,
  set,
  subscribe,
  tell
};

// mcpui/wire.ts
var send = (type, payload = {}, messageId) => parent.postMessage(messageId ? { type, messageId, payload: { ...payload, messageId } } : { type, payload }, "*");
var listen = (handler) => addEventListener("message", ({ source, data }) => {
  if (source === parent && data && typeof data === "object") handler(data);
});
export {
  listen,
  send
};

// protocol/transport.ts
import { forced } from "../hosts/platform.js";
var transport = globalThis.orielTransport;
var standalone = !transport && (parent === window || forced() === "standalone");
var send = (message) => {
  if (transport) transport.send(message);
  else parent.postMessage(message, "*");
};
var listen = (handler) => {
  if (transport) transport.listen(handler);
  else
    addEventListener("message", (event) => {
      if (event.source === parent && !transport) handler(event.data);
    });
};
var setTransport = (next, isStandalone = false) => {
  const before = transport;
  transport = next;
  standalone = isStandalone;
  return before;
};
export {
  listen,
  send,
  setTransport,
  standalone
};

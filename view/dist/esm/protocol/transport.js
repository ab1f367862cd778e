// protocol/transport.ts
import { forced } from "../hosts/platform.js";
var carrier = globalThis.orielTransport;
var alone = !carrier && (parent === window || forced() === "standalone");
var send = (message) => {
  if (carrier) carrier.send(message);
  else parent.postMessage(message, "*");
};
var listen = (handler) => {
  if (carrier) carrier.listen(handler);
  else
    addEventListener("message", (event) => {
      if (event.source === parent && !carrier) handler(event.data);
    });
};
var carry = (by, nobody = false) => {
  const before = carrier;
  carrier = by;
  alone = nobody;
  return before;
};
export {
  alone,
  carry,
  listen,
  send
};

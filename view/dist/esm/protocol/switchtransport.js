// protocol/switchtransport.ts
import { answered } from "../start/connect.js";
import { opening } from "./introduce.js";
import { request, waiting } from "./rpc.js";
import { announce, forget, tell } from "../data/topics.js";
import { carry, send } from "./transport.js";
var silence = { send() {
}, listen() {
} };
var listening = /* @__PURE__ */ new WeakSet();
var reached;
var reach = () => {
  const by = opening.by;
  if (by === reached) return;
  reached = by;
  carry(by);
  if (!listening.has(by)) {
    listening.add(by);
    by.listen((message) => {
      if (opening.by === by) opening.hear(message);
    });
  }
  if (by === silence) return;
  const handshake = opening.handshake();
  if (waiting.has(handshake.id)) send(handshake);
  else request(handshake.method, handshake.params).then(answered, (error) => console.warn(error));
};
var usual;
var reroute = (by) => {
  usual ??= opening.go;
  if (!opening.isOver) {
    opening.by = by;
    opening.go = by ? reach : usual;
    return;
  }
  opening.by = by ?? silence;
  for (const topic of ["input", "partial", "result", "cancelled", "context", "host", "platform", "state"])
    forget(topic);
  announce("any", void 0);
  queueMicrotask(() => tell(reach, void 0));
};
export {
  reroute
};

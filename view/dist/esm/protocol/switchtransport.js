// protocol/switchtransport.ts
import { callHandler, emit, forget } from "../data/topics.js";
import { initialized } from "./handshake.js";
import { opening } from "./introduce.js";
import { pending, request } from "./rpc.js";
import { send, setTransport } from "./transport.js";
var noTransport = { send() {
}, listen() {
} };
var listening = /* @__PURE__ */ new WeakSet();
var current;
var begin = () => {
  const next = opening.transport;
  if (next === current) return;
  current = next;
  setTransport(next);
  if (!listening.has(next)) {
    listening.add(next);
    next.listen((message) => {
      if (opening.transport === next) opening.receive(message);
    });
  }
  if (next === noTransport) return;
  const handshake = opening.handshake();
  if (pending.has(handshake.id)) send(handshake);
  else request(handshake.method, handshake.params).then(initialized, (error) => console.warn(error));
};
var beginWithHost;
var switchTransport = (next) => {
  beginWithHost ??= opening.begin;
  if (!opening.isOver) {
    opening.transport = next;
    opening.begin = next ? begin : beginWithHost;
    return;
  }
  opening.transport = next ?? noTransport;
  for (const topic of ["input", "partial", "result", "cancelled", "context", "host", "platform", "state"])
    forget(topic);
  emit("any", void 0);
  queueMicrotask(() => callHandler(begin, void 0));
};
export {
  switchTransport
};

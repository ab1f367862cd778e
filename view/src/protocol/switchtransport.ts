import type { Transport } from "../values/types.ts";
import { callHandler, emit, forget } from "../data/topics.ts";
import { initialized } from "./handshake.ts";
import { opening } from "./introduce.ts";
import { pending, request } from "./rpc.ts";
import { send, setTransport } from "./transport.ts";

/** Drops what the view sends. */
const noTransport: Transport = { send() {}, listen() {} };

/** The transports that have a listener of ours. */
const listening = /* @__PURE__ */ new WeakSet<Transport>();

/** The transport that is in use. */
let current: Transport | undefined;

const begin = (): void => {
  const next = opening.transport!;
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
  // The first handshake, if it was not answered, is sent again with its id.
  if (pending.has(handshake.id)) send(handshake);
  else request(handshake.method, handshake.params).then(initialized, (error) => console.warn(error));
};

/** How the page begins without another transport. */
let beginWithHost: (() => void) | undefined;

/**
 * Uses a transport instead of the host, from the end of this task on: it gets the
 * handshake, and all that is known of another host is forgotten. `undefined` leaves the
 * view without a host, unless the page's first task still runs: then it uses the host again.
 */
export const switchTransport = (next: Transport | undefined): void => {
  beginWithHost ??= opening.begin;
  if (!opening.isOver) {
    opening.transport = next;
    opening.begin = next ? begin : beginWithHost;
    return;
  }
  opening.transport = next ?? noTransport;
  for (const topic of ["input", "partial", "result", "cancelled", "context", "host", "platform", "state"] as const)
    forget(topic);
  emit("any", undefined);
  queueMicrotask(() => callHandler(begin, undefined));
};

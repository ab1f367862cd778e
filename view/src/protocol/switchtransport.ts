import { answered } from "../start/connect.ts";
import { opening } from "./introduce.ts";
import { request, waiting } from "./rpc.ts";
import { announce, forget, tell } from "../data/topics.ts";
import { carry, send } from "./transport.ts";
import type { Transport } from "../values/types.ts";

/** Nobody: what the view says is lost. */
const silence: Transport = { send() {}, listen() {} };

/** Those that have been told where messages go. */
const listening = /* @__PURE__ */ new WeakSet<Transport>();

/** Whom the handshake was sent to last. */
let reached: Transport | undefined;

const reach = (): void => {
  const by = opening.by!;
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
  // Whom the first one was for, if he has not answered, may be answered for.
  if (waiting.has(handshake.id)) send(handshake);
  else request(handshake.method, handshake.params).then(answered, (error) => console.warn(error));
};

/** What the page does without. */
let usual: (() => void) | undefined;

/**
 * Has a transport used instead of the host, at the end of this task: it gets the
 * handshake, and nothing is known any more of what another has said. `undefined`
 * leaves the view without anybody, unless the page's first task still runs: then
 * the host is asked after all.
 */
export const reroute = (by: Transport | undefined): void => {
  usual ??= opening.go;
  if (!opening.isOver) {
    opening.by = by;
    opening.go = by ? reach : usual;
    return;
  }
  opening.by = by ?? silence;
  for (const topic of ["input", "partial", "result", "cancelled", "context", "host", "platform", "state"] as const)
    forget(topic);
  announce("any", undefined);
  queueMicrotask(() => tell(reach, undefined));
};

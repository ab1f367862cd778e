/**
 * A shim's line to the host, beside whatever line the page has of its own.
 *
 * The runtime inside of a shim speaks through the `Transport` that is set here,
 * before `transport.ts` looks for one: import this first. Its ids are texts that no
 * page makes, so that each answer finds who asked. A page that introduces itself to
 * the host, too, is seen by the host's answer: from then on it answers the host's
 * requests, and the shim does not. Since most hosts deliver once, it is then told
 * what came before it listened.
 */
import { object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import type { Transport } from "../values/types.ts";

const page = globalThis as { orielTransport?: Transport | undefined };
/** The parent itself, whatever stands in its place later. */
const host = parent;
const mark = `oriel-${Math.random()}-`;
/** The last of each delivery that a page can't ask for again. */
const delivered: Record<string, object> = {};
let shim: (message: any) => void;
let deaf = false;

/** Whether the page has introduced itself to the host. */
export let shared = false;

/** Gives the page a message as if the host had posted it. The shim's own runtime does not hear it. */
export const tell = (data: object): void => {
  deaf = true;
  dispatchEvent(new MessageEvent("message", { data, source: host }));
  deaf = false;
};

/** Takes a message of the host's, and returns whether it is the shim's alone. */
const hear = (message: object): boolean => {
  const { id, method, result }: Loose = object(message);
  const ours = text(id).startsWith(mark);
  if (ours) shim({ ...message, id: +id.slice(mark.length) });
  else if (id == null || method) {
    if (/tool-(input|result|cancelled)$/.test(text(method))) delivered[method] = message;
    shim(message);
  } else if (result?.protocolVersion) {
    shared = true;
    // Its own answer has to be through first.
    setTimeout(() => Object.values(delivered).map(tell));
  }
  return ours;
};

const outer = page.orielTransport;
const line: { send(message: object): void; listen(handler: typeof hear): void } = outer ?? {
  send: (message) => host.postMessage(message, "*"),
  listen: (handler) =>
    addEventListener("message", (event) => {
      if (event.source === parent && !deaf && handler(event.data)) event.stopImmediatePropagation();
    }),
};

if (outer || host !== window)
  page.orielTransport = {
    send(message: Loose) {
      const { id, method } = message;
      if (method || !shared) line.send(method && id ? { ...message, id: mark + id } : message);
    },
    listen(handler) {
      shim = handler;
      line.listen(hear);
    },
  };

/** Lets a runtime that the page brings along have the transport that was there before. */
export const handOver = (): void => {
  page.orielTransport = outer;
};

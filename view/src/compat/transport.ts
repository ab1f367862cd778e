/**
 * The transport of a shim's runtime, beside the page's own connection to the host.
 *
 * Import this first: it sets the `Transport` that protocol/transport.ts reads. Request
 * ids get a prefix that no page uses, so that each answer reaches the one who asked.
 * The host's answer to `ui/initialize` shows that the page has a connection of its own:
 * from then on the page answers the host's requests, and the shim does not. Most hosts
 * deliver a result once, so the page then gets what came before it listened.
 */
import { object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import type { Transport } from "../values/types.ts";

const page = globalThis as { orielTransport?: Transport | undefined };
/** The parent window itself, even after a shim has replaced `parent`. */
const host = parent;
const idPrefix = `oriel-${Math.random()}-`;
/** The last message of each kind that a page can't ask for again. */
const delivered: Record<string, object> = {};
let receive: (message: any) => void;
/** Messages are for the page, and not for the shim's runtime. */
let isForPage = false;

/** Whether the page has connected to the host itself. */
export let pageConnected = false;

/** Posts a message to the page as if it came from the host. The shim's own runtime does not receive it. */
export const postToPage = (data: object): void => {
  isForPage = true;
  dispatchEvent(new MessageEvent("message", { data, source: host }));
  isForPage = false;
};

/** Handles a message of the host. Returns whether it is for the shim alone. */
const handle = (message: object): boolean => {
  const { id, method, result }: Loose = object(message);
  const isShims = text(id).startsWith(idPrefix);
  if (isShims) receive({ ...message, id: +id.slice(idPrefix.length) });
  else if (id == null || method) {
    if (/tool-(input|result|cancelled)$/.test(text(method))) delivered[method] = message;
    receive(message);
  } else if (result?.protocolVersion) {
    pageConnected = true;
    // After the page has received this answer.
    setTimeout(() => Object.values(delivered).map(postToPage));
  }
  return isShims;
};

const outer = page.orielTransport;
const connection: { send(message: object): void; listen(handler: typeof handle): void } = outer ?? {
  send: (message) => host.postMessage(message, "*"),
  listen: (handler) =>
    addEventListener("message", (event) => {
      if (event.source === parent && !isForPage && handler(event.data)) event.stopImmediatePropagation();
    }),
};

if (outer || host !== window)
  page.orielTransport = {
    send(message: Loose) {
      const { id, method } = message;
      if (method || !pageConnected) connection.send(method && id ? { ...message, id: idPrefix + id } : message);
    },
    listen(handler) {
      receive = handler;
      connection.listen(handle);
    },
  };

/** Gives a runtime that the page brings along the transport that was there before. */
export const restoreTransport = (): void => {
  page.orielTransport = outer;
};

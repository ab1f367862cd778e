import type { Transport } from "../values/types.ts";
import { forced } from "../hosts/platform.ts";

/** The page's own transport; undefined for the parent window. */
let transport = (globalThis as { orielTransport?: Transport }).orielTransport;

/** Whether there is no host to talk to. */
export let standalone = !transport && (parent === window || forced() === "standalone");

export const send = (message: object): void => {
  if (transport) transport.send(message);
  // The host's origin can't be known, and may be opaque.
  else parent.postMessage(message, "*");
};

export const listen = (handler: (message: any) => void): void => {
  if (transport) transport.listen(handler);
  else
    addEventListener("message", (event) => {
      if (event.source === parent && !transport) handler(event.data);
    });
};

/** Uses another transport from now on, undefined for the parent window. Returns the one before. */
export const setTransport = (next: Transport | undefined, isStandalone = false): Transport | undefined => {
  const before = transport;
  transport = next;
  standalone = isStandalone;
  return before;
};

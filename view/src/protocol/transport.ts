import { forced } from "../hosts/platform.ts";
import type { Transport } from "../values/types.ts";

let carrier = (globalThis as { orielTransport?: Transport }).orielTransport;

/** There is nobody to speak to. */
export let alone = !carrier && (parent === window || forced() === "standalone");

export const send = (message: object): void => {
  if (carrier) carrier.send(message);
  // The host's origin can't be known, and may be opaque.
  else parent.postMessage(message, "*");
};

export const listen = (handler: (message: any) => void): void => {
  if (carrier) carrier.listen(handler);
  else
    addEventListener("message", (event) => {
      if (event.source === parent && !carrier) handler(event.data);
    });
};

/** Has another carry the messages from now on, or the parent if undefined, and returns who did. */
export const carry = (by: Transport | undefined, nobody = false): Transport | undefined => {
  const before = carrier;
  carrier = by;
  alone = nobody;
  return before;
};

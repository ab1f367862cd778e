import { forced } from "./force.ts";
import type { Transport } from "./types.ts";

const carrier = (globalThis as { orielTransport?: Transport }).orielTransport;

/** There is nobody to speak to. */
export const alone = !carrier && (parent === window || forced() === "standalone");

export const send = (message: object): void => {
  if (carrier) carrier.send(message);
  // The host's origin can't be known, and may be opaque.
  else parent.postMessage(message, "*");
};

export const listen = (handler: (message: any) => void): void => {
  if (carrier) carrier.listen(handler);
  else
    addEventListener("message", (event) => {
      if (event.source === parent) handler(event.data);
    });
};

import type { Json } from "../host/types.ts";
import type { Transport } from "../values/types.ts";
import type { Crossing } from "./types.ts";

/** What carries JSON-RPC between a view and its fake host. */
export interface Line {
  /** The view's end: what the runtime sends into. */
  transport: Transport;
  /** Delivers a copy of anything to the view, now. */
  post(message: unknown): void;
  /** Neither end receives anything any more. */
  close(): void;
}

/** Opens a line. Each message of the view arrives in a microtask of its own. */
export const openLine = (traffic: Crossing[], receive: (message: Json) => void): Line => {
  let listener: ((message: object) => void) | undefined;
  let open = true;
  return {
    transport: {
      send(message) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && receive(structuredClone(copy) as Json));
      },
      listen(handler) {
        listener = handler;
      },
    },
    post(message) {
      if (!open) return;
      traffic.push({ from: "host", by: "message", message: structuredClone(message) });
      listener?.(structuredClone(message) as object);
    },
    close() {
      open = false;
    },
  };
};

// Requests from the host to the view, and the view's responses.

import { REFUSED, RpcError } from "./jsonrpc.ts";
import type { RpcMessage } from "./jsonrpc.ts";
import type { Port } from "./protocol.ts";
import { isRecord } from "./types.ts";
import type { Json } from "./types.ts";

const LONGEST_ERROR = 2000;

/** The error of a request that the view did not answer in time. */
export class RequestTimeout extends Error {}

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

export class ViewRequests {
  readonly #port: Port;
  readonly #waiting = new Map<string, Waiting>();
  #nextId = 1;

  constructor(port: Port) {
    this.#port = port;
  }

  /** Sends a request. Rejects if the view answers with an error, or not within ms milliseconds, which may be Infinity. */
  ask(method: string, params: Json, ms: number, { cancelOnTimeout = true } = {}): Promise<unknown> {
    const id = `host-${this.#nextId++}`;
    return new Promise<unknown>((resolve, reject) => {
      const timeout = () => {
        this.#waiting.delete(id);
        reject(new RequestTimeout(`The view did not answer ${method} within ${ms / 1000} seconds.`));
        if (cancelOnTimeout) {
          const reason = "timeout";
          this.#port.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason } });
        }
      };
      const timer = ms === Infinity ? undefined : setTimeout(timeout, ms);
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
      };
      this.#waiting.set(id, {
        resolve: (result) => (done(), resolve(result)),
        reject: (reason) => (done(), reject(reason)),
      });
      this.#port.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Settles the request of a response. Ignores a response without an open request. */
  answered({ id, result, error }: RpcMessage): void {
    const waiting = typeof id === "string" ? this.#waiting.get(id) : undefined;
    if (error === undefined) {
      waiting?.resolve(result);
    } else {
      waiting?.reject(readError(error));
    }
  }

  rejectAll(reason: string): void {
    for (const waiting of [...this.#waiting.values()]) {
      waiting.reject(new Error(reason));
    }
  }
}

// A view may send any value as its error.
function readError(error: unknown): RpcError {
  const { code, message } = isRecord(error) ? error : ({} as Json);
  return new RpcError(
    typeof code === "number" ? code : REFUSED,
    typeof message === "string" && message !== ""
      ? message.slice(0, LONGEST_ERROR)
      : "The view answered with an error without a message.",
  );
}

// What the host asks of the view, and the view's answers.

import { REFUSED, RpcError } from "./jsonrpc.ts";
import type { RpcMessage } from "./jsonrpc.ts";
import type { Port } from "./protocol.ts";
import { isRecord } from "../wire.ts";
import type { Json } from "../wire.ts";

const LONGEST_ERROR = 2000;

/** The view did not answer in time. */
export class NoAnswer extends Error {}

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

export class Asking {
  readonly #port: Port;
  readonly #waiting = new Map<string, Waiting>();
  #nextId = 1;

  constructor(port: Port) {
    this.#port = port;
  }

  /** Sends a request; rejects when the view answers with an error, or not within so many milliseconds. */
  ask(method: string, params: Json, ms: number, { givesUp = true } = {}): Promise<unknown> {
    const id = `host-${this.#nextId++}`;
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new NoAnswer(`The view did not answer ${method} within ${ms / 1000} seconds.`));
        if (givesUp) {
          const reason = "no answer came in time";
          this.#port.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason } });
        }
      }, ms);
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

  /** Takes an answer; one that nobody waits for is ignored. */
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

// A view may send anything as its error.
function readError(error: unknown): RpcError {
  const { code, message } = isRecord(error) ? error : ({} as Json);
  return new RpcError(
    typeof code === "number" ? code : REFUSED,
    typeof message === "string" && message !== ""
      ? message.slice(0, LONGEST_ERROR)
      : "The view answered with an error and did not say which.",
  );
}

// The open requests of a view: a limit for their number, and how to cancel them.

import { REFUSED, RpcError } from "./jsonrpc.ts";
import type { RpcId } from "./jsonrpc.ts";

/** Who has to answer a request: the server or the person. */
export type Need = "server" | "person";

const most: Record<Need, number> = { server: 32, person: 3 };

/** Limits how many requests a view may have open at the same time. */
export class Slots {
  readonly #taken: Record<Need, number> = { server: 0, person: 0 };

  /** Runs the work, or rejects if there are too many. A cancelled request takes up its slot until the work has ended. */
  async run<T>(need: Need, work: () => Promise<T>): Promise<T> {
    if (this.#taken[need] >= most[need]) {
      const what = need === "server" ? "requests to the server" : "questions to the person";
      throw new RpcError(REFUSED, `A view may have ${most[need]} ${what} open at once. Wait for an answer.`);
    }
    this.#taken[need] += 1;
    try {
      return await work();
    } finally {
      this.#taken[need] -= 1;
    }
  }
}

export class OpenRequests {
  readonly #open = new Map<RpcId, AbortController>();

  /** Registers a request; returns undefined if one with this id is already open. */
  begin(id: RpcId): AbortController | undefined {
    if (this.#open.has(id)) {
      return undefined;
    }
    const request = new AbortController();
    this.#open.set(id, request);
    return request;
  }

  end(id: RpcId, request: AbortController): void {
    if (this.#open.get(id) === request) {
      this.#open.delete(id);
    }
  }

  /** Cancels a request and frees its id. Ignores ids that are not open: the request may have been answered already. */
  cancel(id: unknown, reason: string): void {
    const request = this.#open.get(id as RpcId);
    this.#open.delete(id as RpcId);
    request?.abort(new Error(reason));
  }

  cancelAll(reason: string): void {
    for (const id of [...this.#open.keys()]) {
      this.cancel(id, reason);
    }
  }
}

// The requests of a view that are being answered: how many may be at once, and
// how one of them is cancelled.

import { REFUSED, RpcError } from "./jsonrpc.ts";
import type { RpcId } from "./jsonrpc.ts";

/** What a request needs: the server's time, or the person's. */
export type Need = "server" | "person";

const most: Record<Need, number> = { server: 32, person: 3 };

/** Holds a view to so many things at once. */
export class Slots {
  readonly #taken: Record<Need, number> = { server: 0, person: 0 };

  /** Runs the work, or refuses. The slot is free when the work has ended, not when nobody waits for it any more. */
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

  /** Undefined when a request with this id is open already. */
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

  /** Cancels one; its id is free again. An unknown id is one that was answered meanwhile. */
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

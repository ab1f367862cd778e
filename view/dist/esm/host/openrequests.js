// host/openrequests.ts
import { REFUSED, RpcError } from "./jsonrpc.js";
var most = { server: 32, person: 3 };
var Slots = class {
  #taken = { server: 0, person: 0 };
  /** Runs the work, or rejects if there are too many. A cancelled request takes up its slot until the work has ended. */
  async run(need, work) {
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
};
var OpenRequests = class {
  #open = /* @__PURE__ */ new Map();
  /** Registers a request; returns undefined if one with this id is already open. */
  begin(id) {
    if (this.#open.has(id)) {
      return void 0;
    }
    const request = new AbortController();
    this.#open.set(id, request);
    return request;
  }
  end(id, request) {
    if (this.#open.get(id) === request) {
      this.#open.delete(id);
    }
  }
  /** Cancels a request and frees its id. Ignores ids that are not open: the request may have been answered already. */
  cancel(id, reason) {
    const request = this.#open.get(id);
    this.#open.delete(id);
    request?.abort(new Error(reason));
  }
  cancelAll(reason) {
    for (const id of [...this.#open.keys()]) {
      this.cancel(id, reason);
    }
  }
};
export {
  OpenRequests,
  Slots
};

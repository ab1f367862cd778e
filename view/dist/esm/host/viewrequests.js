// host/viewrequests.ts
import { REFUSED, RpcError } from "./jsonrpc.js";
import { isRecord } from "./types.js";
var LONGEST_ERROR = 2e3;
var RequestTimeout = class extends Error {
};
var ViewRequests = class {
  #port;
  #waiting = /* @__PURE__ */ new Map();
  #nextId = 1;
  constructor(port) {
    this.#port = port;
  }
  /** Sends a request. Rejects if the view answers with an error, or not within ms milliseconds, which may be Infinity. */
  ask(method, params, ms, { cancelOnTimeout = true } = {}) {
    const id = `host-${this.#nextId++}`;
    return new Promise((resolve, reject) => {
      const timeout = () => {
        this.#waiting.delete(id);
        reject(new RequestTimeout(`The view did not answer ${method} within ${ms / 1e3} seconds.`));
        if (cancelOnTimeout) {
          const reason = "timeout";
          this.#port.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason } });
        }
      };
      const timer = ms === Infinity ? void 0 : setTimeout(timeout, ms);
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
      };
      this.#waiting.set(id, {
        resolve: (result) => (done(), resolve(result)),
        reject: (reason) => (done(), reject(reason))
      });
      this.#port.send({ jsonrpc: "2.0", id, method, params });
    });
  }
  /** Settles the request of a response. Ignores a response without an open request. */
  answered({ id, result, error }) {
    const waiting = typeof id === "string" ? this.#waiting.get(id) : void 0;
    if (error === void 0) {
      waiting?.resolve(result);
    } else {
      waiting?.reject(readError(error));
    }
  }
  rejectAll(reason) {
    for (const waiting of [...this.#waiting.values()]) {
      waiting.reject(new Error(reason));
    }
  }
};
function readError(error) {
  const { code, message } = isRecord(error) ? error : {};
  return new RpcError(
    typeof code === "number" ? code : REFUSED,
    typeof message === "string" && message !== "" ? message.slice(0, LONGEST_ERROR) : "The view answered with an error without a message."
  );
}
export {
  RequestTimeout,
  ViewRequests
};

// protocol/ask.ts
import { connected } from "../start/connect.js";
import { ViewError } from "../values/error.js";
import { openai } from "../hosts/openai.js";
import { prefer } from "./prefer.js";
import { request } from "./rpc.js";
import { read } from "../data/topics.js";
var ask = (method, params, [name, ...args] = [], alone, { signal, onProgress } = {}) => {
  const running = {};
  const answer = async () => {
    await connected.catch((error) => {
      if (!openai()) throw error;
    });
    signal?.throwIfAborted();
    if (method && read("host"))
      return request(method, params, onProgress, running).catch(
        (error) => (
          // The bridge has not done it, so that window.openai may.
          prefer(error.code == -32601 ? name : "", args, () => {
            throw error;
          })
        )
      );
    return prefer(name, args, () => {
      if (alone) return alone();
      throw new ViewError(-32601, `No ${method || name} here`);
    });
  };
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason);
      running.cancel?.(signal.reason);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    answer().then(resolve, reject).finally(() => signal?.removeEventListener("abort", stop));
  });
};
export {
  ask
};

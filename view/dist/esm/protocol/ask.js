// protocol/ask.ts
import { toViewError, ViewError } from "../values/error.js";
import { object } from "../values/unchecked.js";
import { read } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
import { connected } from "../hosts/platform.js";
import { has } from "../hosts/support.js";
import { request } from "./rpc.js";
var callOpenAI = async (method, args, otherwise) => {
  if (!has([, method])) return otherwise();
  try {
    return await openai()[method](...args);
  } catch (error) {
    throw toViewError(error);
  }
};
var ask = (method, params, [name, ...args] = [], fallback, { signal, onProgress } = {}) => {
  const cancellable = {};
  const answer = async () => {
    await connected.catch((error) => {
      if (!openai()) throw error;
    });
    signal?.throwIfAborted();
    if (method && read("host"))
      return request(method, params, onProgress, cancellable).catch(
        (error) => (
          // A host without the method has done nothing, so window.openai may.
          callOpenAI(error.code == -32601 ? name : "", args, () => {
            throw error;
          })
        )
      );
    return callOpenAI(name, args, () => {
      if (fallback) return fallback();
      throw new ViewError(-32601, `No ${method || name} here`);
    });
  };
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason);
      cancellable.cancel?.(signal.reason);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    answer().then(resolve, reject).finally(() => signal?.removeEventListener("abort", stop));
  });
};
var command = async (...request2) => {
  if (object(await ask(...request2)).isError) throw new ViewError(-32e3, `The host refused ${request2[0]}`);
};
export {
  ask,
  callOpenAI,
  command
};

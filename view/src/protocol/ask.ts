import { toViewError, ViewError } from "../values/error.ts";
import { object } from "../values/unchecked.ts";
import { read } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";
import { connected } from "../hosts/platform.ts";
import { has } from "../hosts/support.ts";
import { request } from "./rpc.ts";
import type { Cancellable, RequestOptions } from "./rpc.ts";

/** A method of `window.openai` and its arguments; empty where it has none. */
export type OpenAICall = readonly [method?: string, ...args: unknown[]];

/** Calls a method of `window.openai` if it is there, else `otherwise`. */
export const callOpenAI = async (method: string, args: unknown[], otherwise: () => unknown): Promise<any> => {
  if (!has([, method])) return otherwise();
  try {
    return await openai()![method](...args);
  } catch (error) {
    throw toViewError(error);
  }
};

/**
 * Asks the host, once it has answered: by a JSON-RPC request if there is a `method`
 * and the host speaks MCP Apps, else by `window.openai`, else calls `fallback`.
 * Rejects with the signal's reason as soon as that is aborted.
 */
export const ask = (
  method: string,
  params: object,
  [name, ...args]: OpenAICall = [],
  fallback?: () => unknown,
  { signal, onProgress }: RequestOptions = {},
): Promise<any> => {
  const cancellable: Cancellable = {};
  const answer = async () => {
    await connected.catch((error) => {
      if (!openai()) throw error;
    });
    signal?.throwIfAborted();
    if (method && read("host"))
      return request(method, params, onProgress, cancellable).catch((error) =>
        // A host without the method has done nothing, so window.openai may.
        callOpenAI(error.code == -32601 ? name! : "", args, () => {
          throw error;
        }),
      );
    return callOpenAI(name!, args, () => {
      if (fallback) return fallback();
      throw new ViewError(-32601, `No ${method || name} here`);
    });
  };
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal!.reason);
      cancellable.cancel?.(signal!.reason);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    answer()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", stop));
  });
};

/** Asks for something whose answer is yes or no: rejects with a ViewError -32000 where the answer has `isError`. */
export const command = async (...request: Parameters<typeof ask>): Promise<void> => {
  if (object(await ask(...request)).isError) throw new ViewError(-32000, `The host refused ${request[0]}`);
};

import { connected } from "../start/connect.ts";
import { ViewError } from "../values/error.ts";
import { openai } from "../hosts/openai.ts";
import { prefer } from "./prefer.ts";
import { request } from "./rpc.ts";
import type { RequestOptions, Running } from "./rpc.ts";
import { read } from "../data/topics.ts";

/** A method of window.openai and its arguments; empty where it has none. */
export type ByOpenAI = readonly [method?: string, ...args: unknown[]];

/**
 * Asks whoever answered: the host by its bridge, if there is a `method` for it, else
 * window.openai in its own way, else `alone`. Waits until something has answered.
 * Rejects with the signal's reason as soon as that is aborted, whatever it waits for.
 */
export const ask = (
  method: string,
  params: object,
  [name, ...args]: ByOpenAI = [],
  alone?: () => unknown,
  { signal, onProgress }: RequestOptions = {},
): Promise<any> => {
  const running: Running = {};
  const answer = async () => {
    await connected.catch((error) => {
      if (!openai()) throw error;
    });
    signal?.throwIfAborted();
    if (method && read("host"))
      return request(method, params, onProgress, running).catch((error) =>
        // The bridge has not done it, so that window.openai may.
        prefer(error.code == -32601 ? name! : "", args, () => {
          throw error;
        }),
      );
    return prefer(name!, args, () => {
      if (alone) return alone();
      throw new ViewError(-32601, `No ${method || name} here`);
    });
  };
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal!.reason);
      running.cancel?.(signal!.reason);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    answer()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", stop));
  });
};

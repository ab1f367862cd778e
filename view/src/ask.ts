import { connected } from "./connect.ts";
import { toViewError, ViewError } from "./error.ts";
import type { Loose } from "./object.ts";
import { openai } from "./openai.ts";
import { request } from "./rpc.ts";
import { read } from "./store.ts";

/**
 * Asks whoever answered: the host by its bridge, else window.openai in its own
 * way, else `alone`. Waits until something has answered.
 */
export const ask = async (
  method: string,
  params: object,
  byOpenAI: (openai: Loose) => unknown,
  alone?: () => unknown,
): Promise<unknown> => {
  await connected.catch((error) => {
    if (!openai()) throw error;
  });
  if (read("host")) return request(method, params);
  const globals = openai();
  if (globals)
    try {
      return await byOpenAI(globals);
    } catch (error) {
      throw toViewError(error);
    }
  if (alone) return alone();
  throw new ViewError(-32601, `No host to answer ${method}`);
};

import { toViewError } from "./error.ts";
import { send } from "./transport.ts";

type Settle = (value: any) => void;

const waiting = new Map<unknown, [resolve: Settle, reject: Settle]>();
let count = 0;

/** A notification to the host. */
export const notify = (method: string, params: object = {}): void => send({ jsonrpc: "2.0", method, params });

/**
 * A request to the host. It waits as long as the host takes, which may be asking
 * a person; an error answer rejects with a ViewError.
 */
export const request = (method: string, params: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    waiting.set(++count, [resolve, reject]);
    send({ jsonrpc: "2.0", id: count, method, params });
  });

/** Settles the request that an answer belongs to, if there is one. */
export const settle = (id: unknown, result: unknown, error: unknown): void => {
  const [resolve, reject] = waiting.get(id) ?? [];
  waiting.delete(id);
  if (error) reject?.(toViewError(error));
  else resolve?.(result);
};

import { toViewError, ViewError } from "../values/error.ts";
import type { Loose } from "../values/unchecked.ts";
import { tell } from "../data/topics.ts";
import { send } from "./transport.ts";

/** How far the host or the server is with a request. */
export interface Progress {
  /** Grows with each report; what it counts is the server's business. */
  progress: number;
  /** What `progress` grows to, where that is known. */
  total?: number;
  message?: string;
}

/** What goes with one request. */
export interface RequestOptions {
  /** Rejects the request with its reason when it is aborted, and tells the host that nobody waits any longer. */
  signal?: AbortSignal | undefined;
  /** Hears of progress, as often as the host reports it; many never do. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A request that can be given up. */
export interface Running {
  /** Tells the host so. The promise stays pending. */
  cancel?: (reason: unknown) => void;
}

type Settle = (value: any) => void;

/** The requests that the host has not answered, by their ids. */
export const waiting = new Map<unknown, [resolve: Settle, reject: Settle, onProgress?: RequestOptions["onProgress"]]>();
/** How many requests there have been. */
export let count = 0;

/** A notification to the host. */
export const notify = (method: string, params: object = {}): void => send({ jsonrpc: "2.0", method, params });

/**
 * A request to the host. It waits as long as the host takes, which may be asking
 * a person; an error answer rejects with a ViewError, and so do params that
 * cannot be posted (-32602). The handle, if one is given, gets its `cancel`.
 */
export const request = (
  method: string,
  params: object,
  onProgress?: RequestOptions["onProgress"],
  running: Running = {},
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const id = ++count;
    running.cancel = (reason) => {
      if (waiting.delete(id)) notify("notifications/cancelled", { requestId: id, reason: String(reason) });
    };
    waiting.set(id, [resolve, reject, onProgress]);
    try {
      send({ jsonrpc: "2.0", id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
    } catch (error) {
      settle(id, undefined, new ViewError(-32602, String(error)));
    }
  });

/** Settles the request that an answer belongs to, if there is one. */
export const settle = (id: unknown, result: unknown, error: unknown): void => {
  const [resolve, reject] = waiting.get(id) ?? [];
  if (error) reject?.(toViewError(error));
  else resolve?.(result);
  // Last: an answer that throws when it is read is none, and another may come.
  waiting.delete(id);
};

/** Passes a report of progress on to the request that it belongs to. */
export const progress = ({ progressToken, ...progress }: Loose): void => {
  const hear = waiting.get(progressToken)?.[2];
  if (hear) tell(hear as (progress: Loose) => void, progress);
};

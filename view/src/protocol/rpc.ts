import { toViewError, ViewError } from "../values/error.ts";
import type { Loose } from "../values/unchecked.ts";
import { callHandler } from "../data/topics.ts";
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
  /** When it is aborted, the request rejects with its reason, and the host is asked to cancel. */
  signal?: AbortSignal | undefined;
  /** Called whenever the host reports progress. Many hosts never do. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A request that can be cancelled. */
export interface Cancellable {
  /** Tells the host to cancel. The promise stays pending. */
  cancel?: (reason: unknown) => void;
}

type Settle = (value: any) => void;

/** The requests that the host has not answered, by id. */
export const pending = new Map<unknown, [resolve: Settle, reject: Settle, onProgress?: RequestOptions["onProgress"]]>();
/** The number of requests so far, and the id of the last. */
export let requestCount = 0;

/** Sends a notification to the host. */
export const notify = (method: string, params: object = {}): void => send({ jsonrpc: "2.0", method, params });

/**
 * Sends a request to the host, and resolves with its result. There is no timeout: the
 * host may have to ask a person. Rejects with a ViewError for an error answer, and
 * for params that can't be posted (-32602). Sets `cancel` of `cancellable`.
 */
export const request = (
  method: string,
  params: object,
  onProgress?: RequestOptions["onProgress"],
  cancellable: Cancellable = {},
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const id = ++requestCount;
    cancellable.cancel = (reason) => {
      if (pending.delete(id)) notify("notifications/cancelled", { requestId: id, reason: String(reason) });
    };
    pending.set(id, [resolve, reject, onProgress]);
    try {
      send({ jsonrpc: "2.0", id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
    } catch (error) {
      settleRequest(id, undefined, new ViewError(-32602, String(error)));
    }
  });

/** Settles the request with this id, if it is pending. */
export const settleRequest = (id: unknown, result: unknown, error: unknown): void => {
  const [resolve, reject] = pending.get(id) ?? [];
  if (error) reject?.(toViewError(error));
  else resolve?.(result);
  // Last: if reading the answer throws, the request stays pending, and another answer may come.
  pending.delete(id);
};

/** Passes a progress notification to the request that it belongs to. */
export const reportProgress = ({ progressToken, ...progress }: Loose): void => {
  const onProgress = pending.get(progressToken)?.[2];
  if (onProgress) callHandler(onProgress as (progress: Loose) => void, progress);
};

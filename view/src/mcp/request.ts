import { ask } from "../protocol/ask.ts";
import { connected } from "../hosts/platform.ts";
import { ViewError } from "../values/error.ts";
import { object } from "../values/unchecked.ts";
import { notify as post } from "../protocol/rpc.ts";
import type { Progress } from "../protocol/rpc.ts";
import { read } from "../data/topics.ts";
import type { ViewNotifications, ViewRequests } from "./protocol.ts";

/** What goes with a request. */
export interface RequestOptions {
  /** Rejects the request with its reason when it is aborted, and tells the host to cancel. */
  signal?: AbortSignal;
  /** Hears of progress, as often as the host reports it. */
  onprogress?: (progress: Progress) => void;
  /** After how many ms it is given up, with a `TimeoutError`; never when left out. */
  timeout?: number;
}

/** Those that a view may send by itself: it is greeted once, by the runtime. */
export type Sendable = Exclude<keyof ViewRequests, "ui/initialize">;

/**
 * Sends one request of MCP Apps as it is, once the host has answered the handshake.
 *
 * @param method - Its name.
 * @param params - Its params.
 * @param options - When it is given up, and who hears of progress.
 * @returns The host's answer; empty where it answered with nothing.
 * @throws ViewError: the host's own code; -32601 it does not know the method, or
 * there is no MCP Apps host; -32602 params that cannot be posted.
 * @throws The signal's reason after an abort.
 * @example
 * const { tools } = await request("tools/list", {});
 */
export const request = async <M extends Sendable>(
  method: M,
  params: ViewRequests[M]["params"],
  { signal, onprogress, timeout }: RequestOptions = {},
): Promise<ViewRequests[M]["result"]> => {
  const limits = [signal ?? [], timeout === undefined ? [] : AbortSignal.timeout(timeout)].flat();
  return object(
    await ask(method, params, [], undefined, {
      signal: limits[1] ? AbortSignal.any(limits) : limits[0],
      onProgress: onprogress,
    }),
  ) as ViewRequests[M]["result"];
};

/**
 * Sends one notification of MCP Apps as it is, once the host has answered the handshake.
 *
 * @param method - Its name.
 * @param params - Its params.
 * @returns When it has been sent; nobody answers.
 * @throws ViewError -32601: there is no MCP Apps host.
 * @throws DataCloneError: params that cannot be posted.
 * @example
 * await notify("ui/notifications/size-changed", { height: 320 });
 */
export const notify = async <M extends Exclude<keyof ViewNotifications, "ui/notifications/initialized">>(
  method: M,
  params: ViewNotifications[M],
): Promise<void> => {
  await connected;
  if (!read("host")) throw new ViewError(-32601, `No ${method} here`);
  post(method, params);
};

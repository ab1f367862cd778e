import { connected, hostCapabilities } from "../start/connect.ts";
import { methods } from "../protocol/handlers.ts";
import { object } from "../values/unchecked.ts";
import { request } from "../protocol/rpc.ts";
import { onTeardown } from "../data/teardown.ts";
import { callTool } from "./calltool.ts";
import type { ToolResult } from "../values/types.ts";

/** How a tool is followed. */
export interface LiveOptions {
  /** The arguments of each call; none when left out. */
  args?: object;
  /** From one answer to the next call, in ms; 2,000 when left out. */
  interval?: number;
  /**
   * A resource that changes when the tool's result does. Where the host offers
   * subscriptions to resources, each change calls the tool, and nothing else does.
   */
  uri?: string;
  /** Hears why a call failed; the next comes later each time, up to 30 s. */
  onError?: (error: unknown) => void;
}

/** The URIs that are subscribed to, by whom to tell. */
const watchers = new Map<() => void, string>();

/**
 * Keeps a result up to date: calls a tool, mostly one for views alone, again and
 * again. The first call is made at once, calls never overlap, none is made while
 * the page is hidden, one at once when it is shown again, and none after the host
 * has taken the view away.
 *
 * @param tool - The tool's name.
 * @param options - Its arguments, and how often.
 * @param onResult - Gets each result, also those with `isError`.
 * @returns Ends it; a call that still runs is cancelled.
 * @example
 * const stop = live<{ users: number }>("stats", { interval: 5_000 }, ({ data }) => (title.textContent = `${data?.users} users`));
 * button.onclick = stop;
 * @support mcp-apps native `tools/call`
 * @support bare refuses -32601, which `onError` hears
 * @support chatgpt native `tools/call`
 * @support openai native `callTool`
 * @support mcp-ui native `tool`
 * @support standalone refuses -32601, which `onError` hears
 */
export const live = <D = unknown, V = unknown>(
  tool: string,
  { args, interval = 2000, uri, onError }: LiveOptions,
  onResult: (result: ToolResult<D, V>) => void,
): (() => void) => {
  const end = new AbortController();
  const { signal } = end;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let busy = false;
  /** The host says when the resource has changed. */
  let told = false;
  let stale = false;

  const call = (): void => {
    clearTimeout(timer);
    stale = busy;
    if (busy || document.hidden || signal.aborted) return;
    busy = true;
    callTool<D, V>(tool, args, { signal })
      .then(
        (result) => {
          failures = 0;
          onResult(result);
        },
        (error) => {
          failures++;
          if (!signal.aborted) onError?.(error);
        },
      )
      .catch(reportError)
      .then(() => {
        busy = false;
        if (stale) call();
        else if (failures || !told)
          timer = setTimeout(call, Math.max(interval, Math.min(interval * 2 ** failures, 30_000)));
      });
  };

  const stop = (): void => {
    off();
    end.abort();
    clearTimeout(timer);
    removeEventListener("visibilitychange", call);
    if (watchers.delete(call) && ![...watchers.values()].includes(uri!)) request("resources/unsubscribe", { uri }).catch(() => {});
  };

  const watch = async (): Promise<void> => {
    await connected;
    if (!uri || !object(hostCapabilities().serverResources).subscribe || signal.aborted) return;
    methods["notifications/resources/updated"] = (changed) => {
      for (const [call, uri] of watchers) if (String(changed.uri).startsWith(uri)) call();
    };
    // From now on, so that nobody else ends the subscription while it begins.
    watchers.set(call, uri);
    await request("resources/subscribe", { uri });
    told = true;
    // What has changed since the first call was not told.
    call();
  };

  const off = onTeardown(stop);
  addEventListener("visibilitychange", call);
  call();
  // A host that does not do it after all is polled.
  watch().catch(() => void watchers.delete(call));
  return stop;
};

import type { ToolResult } from "../values/types.ts";
import { object } from "../values/unchecked.ts";
import { onTeardown } from "../data/teardown.ts";
import { hostCapabilities } from "../hosts/host.ts";
import { connected } from "../hosts/platform.ts";
import { handlers } from "../protocol/handlers.ts";
import { request } from "../protocol/rpc.ts";
import { callTool } from "./calltool.ts";

/** How a tool is called again and again. */
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
  /** Called when a call fails. The time until the next call then doubles, up to 30 s. */
  onError?: (error: unknown) => void;
}

/** The URIs that are subscribed to, by the function to call when the resource changes. */
const subscriptions = new Map<() => void, string>();

/**
 * Keeps a result up to date: calls a tool again and again, often one that only views
 * can call. The first call is made at once. Calls never overlap. While the page is
 * hidden, and after teardown, there are none; when the page is shown again, there is
 * one at once.
 *
 * @param tool - The tool's name.
 * @param options - Its arguments, and how often.
 * @param onResult - Gets each result, also those with `isError`.
 * @returns Ends it; a call that still runs is cancelled.
 * @example
 * const stop = live<{ users: number }>("stats", { interval: 5_000 }, ({ data }) => (title.textContent = `${data?.users} users`));
 * button.onclick = stop;
 * @support mcp-apps native `tools/call`
 * @support bare refuses -32601, which `onError` gets
 * @support chatgpt native `tools/call`
 * @support openai native `callTool`
 * @support mcp-ui native `tool`
 * @support standalone refuses -32601, which `onError` gets
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
  /** The host reports changes of the resource. */
  let subscribed = false;
  /** A call was due while another was running. */
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
        else if (failures || !subscribed)
          timer = setTimeout(call, Math.max(interval, Math.min(interval * 2 ** failures, 30_000)));
      });
  };

  const stop = (): void => {
    off();
    end.abort();
    clearTimeout(timer);
    if (subscriptions.delete(call) && ![...subscriptions.values()].includes(uri!)) request("resources/unsubscribe", { uri }).catch(() => {});
  };

  const subscribe = async (): Promise<void> => {
    await connected;
    if (!uri || !object(hostCapabilities().serverResources).subscribe || signal.aborted) return;
    handlers["notifications/resources/updated"] = (changed) => {
      for (const [call, uri] of subscriptions) if (String(changed.uri).startsWith(uri)) call();
    };
    // Before the request, so that another `live` with this URI does not unsubscribe in the meantime.
    subscriptions.set(call, uri);
    await request("resources/subscribe", { uri });
    subscribed = true;
    // The resource may have changed between the first call and the subscription.
    call();
  };

  const off = onTeardown(stop);
  addEventListener("visibilitychange", call, { signal });
  call();
  // If the host refuses, polling goes on.
  subscribe().catch(() => void subscriptions.delete(call));
  return stop;
};

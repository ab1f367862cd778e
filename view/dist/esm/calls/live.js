// calls/live.ts
import { object } from "../values/unchecked.js";
import { onTeardown } from "../data/teardown.js";
import { hostCapabilities } from "../hosts/host.js";
import { connected } from "../hosts/platform.js";
import { handlers } from "../protocol/handlers.js";
import { request } from "../protocol/rpc.js";
import { callTool } from "./calltool.js";
var subscriptions = /* @__PURE__ */ new Map();
var live = (tool, { args, interval = 2e3, uri, onError }, onResult) => {
  const end = new AbortController();
  const { signal } = end;
  let timer;
  let failures = 0;
  let busy = false;
  let subscribed = false;
  let stale = false;
  const call = () => {
    clearTimeout(timer);
    stale = busy;
    if (busy || document.hidden || signal.aborted) return;
    busy = true;
    callTool(tool, args, { signal }).then(
      (result) => {
        failures = 0;
        onResult(result);
      },
      (error) => {
        failures++;
        if (!signal.aborted) onError?.(error);
      }
    ).catch(reportError).then(() => {
      busy = false;
      if (stale) call();
      else if (failures || !subscribed)
        timer = setTimeout(call, Math.max(interval, Math.min(interval * 2 ** failures, 3e4)));
    });
  };
  const stop = () => {
    off();
    end.abort();
    clearTimeout(timer);
    if (subscriptions.delete(call) && ![...subscriptions.values()].includes(uri)) request("resources/unsubscribe", { uri }).catch(() => {
    });
  };
  const subscribe = async () => {
    await connected;
    if (!uri || !object(hostCapabilities().serverResources).subscribe || signal.aborted) return;
    handlers["notifications/resources/updated"] = (changed) => {
      for (const [call2, uri2] of subscriptions) if (String(changed.uri).startsWith(uri2)) call2();
    };
    subscriptions.set(call, uri);
    await request("resources/subscribe", { uri });
    subscribed = true;
    call();
  };
  const off = onTeardown(stop);
  addEventListener("visibilitychange", call, { signal });
  call();
  subscribe().catch(() => void subscriptions.delete(call));
  return stop;
};
export {
  live
};

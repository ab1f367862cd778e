// calls/live.ts
import { connected, hostCapabilities } from "../start/connect.js";
import { methods } from "../protocol/handlers.js";
import { object } from "../values/unchecked.js";
import { request } from "../protocol/rpc.js";
import { onTeardown } from "../data/teardown.js";
import { callTool } from "./calltool.js";
var watchers = /* @__PURE__ */ new Map();
var live = (tool, { args, interval = 2e3, uri, onError }, onResult) => {
  const end = new AbortController();
  const { signal } = end;
  let timer;
  let failures = 0;
  let busy = false;
  let told = false;
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
      else if (failures || !told)
        timer = setTimeout(call, Math.max(interval, Math.min(interval * 2 ** failures, 3e4)));
    });
  };
  const stop = () => {
    off();
    end.abort();
    clearTimeout(timer);
    removeEventListener("visibilitychange", call);
    if (watchers.delete(call) && ![...watchers.values()].includes(uri)) request("resources/unsubscribe", { uri }).catch(() => {
    });
  };
  const watch = async () => {
    await connected;
    if (!uri || !object(hostCapabilities().serverResources).subscribe || signal.aborted) return;
    methods["notifications/resources/updated"] = (changed) => {
      for (const [call2, uri2] of watchers) if (String(changed.uri).startsWith(uri2)) call2();
    };
    watchers.set(call, uri);
    await request("resources/subscribe", { uri });
    told = true;
    call();
  };
  const off = onTeardown(stop);
  addEventListener("visibilitychange", call);
  call();
  watch().catch(() => void watchers.delete(call));
  return stop;
};
export {
  live
};

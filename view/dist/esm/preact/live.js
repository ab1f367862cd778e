// preact/live.ts
import { live } from "../calls/live.js";
import { json } from "../values/unchecked.js";
import { callTool } from "../calls/calltool.js";
import { useCallback, useEffect, useState } from "./library.js";
import { useSupported } from "./read.js";
var useLive = (tool, args, { interval, uri, enabled = true } = {}) => {
  const isSupported = useSupported(callTool);
  const [last, setLast] = useState({});
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((round2) => round2 + 1), []);
  const key = json([tool, args, interval, uri]);
  const fitting = (answer) => answer.key === key ? answer : { key };
  useEffect(() => {
    if (!enabled) return;
    return live(
      tool,
      {
        args,
        interval,
        uri,
        onError: (error2) => setLast((last2) => ({ ...fitting(last2), error: error2 }))
      },
      (result2) => setLast({ key, result: result2, updated: Date.now() })
    );
  }, [key, round, enabled]);
  const { result, error, updated } = fitting(last);
  return {
    isSupported,
    result,
    data: result?.data,
    error,
    pending: enabled && last.key !== key,
    updated,
    refresh
  };
};
export {
  useLive
};

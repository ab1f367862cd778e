// preact/calltool.ts
import { callTool } from "../calls/calltool.js";
import { useCallback, useEffect, useState } from "./library.js";
import { useSupported } from "./read.js";
var idle = { pending: false };
var follow = (change) => {
  let last;
  const tell = (news) => change(({ result }) => ({ ...idle, result, ...news }));
  return {
    call(name, args, options = {}) {
      const { signal, onProgress } = options;
      const own = last = new AbortController();
      const stop = () => own.abort(signal.reason);
      const end = (news) => {
        signal?.removeEventListener("abort", stop);
        if (own !== last) return;
        last = void 0;
        tell(news);
      };
      tell({ pending: true });
      if (signal?.aborted) stop();
      signal?.addEventListener("abort", stop);
      const answer = callTool(name, args, {
        signal: own.signal,
        onProgress(progress) {
          if (own === last) tell({ pending: true, progress });
          onProgress?.(progress);
        }
      });
      answer.then(
        (result) => end({ result }),
        (error) => end({ error })
      );
      return answer;
    },
    cancel() {
      if (!last) return;
      last.abort();
      last = void 0;
      tell({});
    },
    reset() {
      last = void 0;
      change(() => idle);
    }
  };
};
var useCallTool = (name, { abortOnUnmount } = {}) => {
  const isSupported = useSupported(callTool);
  const [state, setState] = useState(idle);
  const [{ call, cancel, reset }] = useState(() => follow(setState));
  const named = useCallback((args, options) => call(name, args, options), [name]);
  useEffect(() => abortOnUnmount ? cancel : void 0, [abortOnUnmount]);
  useEffect(() => reset, [name]);
  return name === void 0 ? { isSupported, callTool } : { isSupported, ...state, data: state.result?.data, callTool: named, cancel, reset };
};
export {
  useCallTool
};

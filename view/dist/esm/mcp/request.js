// mcp/request.ts
import { ask } from "../protocol/ask.js";
import { connected } from "../hosts/platform.js";
import { ViewError } from "../values/error.js";
import { object } from "../values/unchecked.js";
import { notify as post } from "../protocol/rpc.js";
import { read } from "../data/topics.js";
var request = async (method, params, { signal, onprogress, timeout } = {}) => {
  const limits = [signal ?? [], timeout === void 0 ? [] : AbortSignal.timeout(timeout)].flat();
  return object(
    await ask(method, params, [], void 0, {
      signal: limits[1] ? AbortSignal.any(limits) : limits[0],
      onProgress: onprogress
    })
  );
};
var notify = async (method, params) => {
  await connected;
  if (!read("host")) throw new ViewError(-32601, `No ${method} here`);
  post(method, params);
};
export {
  notify,
  request
};

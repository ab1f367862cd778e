// mcp/request.ts
import { ask } from "../ask.js";
import { connected } from "../connect.js";
import { ViewError } from "../error.js";
import { object } from "../object.js";
import { notify as post } from "../rpc.js";
import { read } from "../store.js";
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

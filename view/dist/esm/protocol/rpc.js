// protocol/rpc.ts
import { toViewError, ViewError } from "../values/error.js";
import { callHandler } from "../data/topics.js";
import { send } from "./transport.js";
var pending = /* @__PURE__ */ new Map();
var requestCount = 0;
var notify = (method, params = {}) => send({ jsonrpc: "2.0", method, params });
var request = (method, params, onProgress, cancellable = {}) => new Promise((resolve, reject) => {
  const id = ++requestCount;
  cancellable.cancel = (reason) => {
    if (pending.delete(id)) notify("notifications/cancelled", { requestId: id, reason: String(reason) });
  };
  pending.set(id, [resolve, reject, onProgress]);
  try {
    send({ jsonrpc: "2.0", id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
  } catch (error) {
    settleRequest(id, void 0, new ViewError(-32602, String(error)));
  }
});
var settleRequest = (id, result, error) => {
  const [resolve, reject] = pending.get(id) ?? [];
  if (error) reject?.(toViewError(error));
  else resolve?.(result);
  pending.delete(id);
};
var reportProgress = ({ progressToken, ...progress }) => {
  const onProgress = pending.get(progressToken)?.[2];
  if (onProgress) callHandler(onProgress, progress);
};
export {
  notify,
  pending,
  reportProgress,
  request,
  requestCount,
  settleRequest
};

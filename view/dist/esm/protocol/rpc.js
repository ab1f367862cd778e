// protocol/rpc.ts
import { toViewError, ViewError } from "../values/error.js";
import { tell } from "../data/topics.js";
import { send } from "./transport.js";
var waiting = /* @__PURE__ */ new Map();
var count = 0;
var notify = (method, params = {}) => send({ jsonrpc: "2.0", method, params });
var request = (method, params, onProgress, running = {}) => new Promise((resolve, reject) => {
  const id = ++count;
  running.cancel = (reason) => {
    if (waiting.delete(id)) notify("notifications/cancelled", { requestId: id, reason: String(reason) });
  };
  waiting.set(id, [resolve, reject, onProgress]);
  try {
    send({ jsonrpc: "2.0", id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
  } catch (error) {
    settle(id, void 0, new ViewError(-32602, String(error)));
  }
});
var settle = (id, result, error) => {
  const [resolve, reject] = waiting.get(id) ?? [];
  if (error) reject?.(toViewError(error));
  else resolve?.(result);
  waiting.delete(id);
};
var progress = ({ progressToken, ...progress2 }) => {
  const hear = waiting.get(progressToken)?.[2];
  if (hear) tell(hear, progress2);
};
export {
  count,
  notify,
  progress,
  request,
  settle,
  waiting
};

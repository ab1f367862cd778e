// testing/jsonrpc.ts
import { object } from "../values/unchecked.js";
import { HostError, toHostError } from "./error.js";
var openLine = ({ desk, traffic, greet, refused }) => {
  let listener;
  let open = true;
  let declared = {};
  let ready;
  const connected = new Promise((resolve) => {
    ready = resolve;
  });
  const asked = /* @__PURE__ */ new Map();
  const running = /* @__PURE__ */ new Map();
  let count = 0;
  const post = (message) => {
    if (!open) return;
    traffic.push({ from: "host", by: "message", message: structuredClone(message) });
    listener?.(structuredClone(message));
  };
  const send = (message) => post({ jsonrpc: "2.0", ...message });
  const answer = async (id, method, params) => {
    const stop = new AbortController();
    running.set(id, stop);
    const token = object(params._meta).progressToken;
    const progress = (done, total, message) => {
      if (token === void 0 || !running.has(id)) return;
      const extra = { ...total !== void 0 && { total }, ...message !== void 0 && { message } };
      send({ method: "notifications/progress", params: { progressToken: token, progress: done, ...extra } });
    };
    let outcome;
    try {
      const result = method === "ui/initialize" ? greet((declared = object(params.appCapabilities)) && params) : await desk.answer(method, params, { signal: stop.signal, progress });
      outcome = { result };
    } catch (thrown) {
      const { code, message } = toHostError(thrown);
      outcome = { error: { code, message } };
    }
    if (!running.delete(id)) return;
    send({ id, ...outcome });
    if (method === "ui/initialize" && "error" in outcome) refused?.();
  };
  const take = ({ id, method, params, result, error }) => {
    if (typeof method !== "string") {
      const [resolve, reject] = asked.get(id) ?? [];
      asked.delete(id);
      if (error) reject?.(toHostError(error));
      else resolve?.(result);
    } else if (id !== void 0) void answer(id, method, object(params));
    else {
      if (method === "ui/notifications/initialized") ready();
      if (method === "notifications/cancelled") {
        const { requestId, reason } = object(params);
        const stop = running.get(requestId);
        running.delete(requestId);
        stop?.abort(reason);
      }
      desk.note(method, object(params));
    }
  };
  return {
    transport: {
      send(message) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && take(structuredClone(copy)));
      },
      listen(handler) {
        listener = handler;
      }
    },
    connected,
    declared: () => declared,
    async notify(method, params) {
      await connected;
      send({ method, params });
    },
    async ask(method, params) {
      await connected;
      if (!open) throw new HostError(-32e3, "The host is closed");
      const id = `host-${++count}`;
      const outcome = new Promise((resolve, reject) => asked.set(id, [resolve, reject]));
      send({ id, method, params });
      return outcome;
    },
    post,
    close() {
      open = false;
      for (const [, reject] of asked.values()) reject(new HostError(-32e3, "The host is closed"));
      asked.clear();
    }
  };
};
export {
  openLine
};

// log.ts
import { has, optional } from "./capability.js";
import { connected } from "./connect.js";
import { notify } from "./rpc.js";
var methods = { d: "debug", w: "warn", e: "error", c: "error", a: "error" };
var log = /* @__PURE__ */ optional(
  ["logging"],
  async (level, data, logger) => {
    await connected.catch(() => {
    });
    if (has(["logging"])) notify("notifications/message", { level, data, logger });
    else console[methods[level[0]] ?? "info"](...[logger ?? []].flat(), data);
  }
);
export {
  log
};

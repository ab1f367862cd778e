// calls/log.ts
import { has, optional } from "../hosts/support.js";
import { connected } from "../start/connect.js";
import { notify } from "../protocol/rpc.js";
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

// calls/log.ts
import { answered } from "../hosts/platform.js";
import { has, optional } from "../hosts/support.js";
import { notify } from "../protocol/rpc.js";
var consoleMethods = { d: "debug", w: "warn", e: "error", c: "error", a: "error" };
var log = /* @__PURE__ */ optional(
  ["logging"],
  async (level, data, logger) => {
    await answered();
    if (has(["logging"])) notify("notifications/message", { level, data, logger });
    else console[consoleMethods[level[0]] ?? "info"](...[logger ?? []].flat(), data);
  }
);
export {
  log
};

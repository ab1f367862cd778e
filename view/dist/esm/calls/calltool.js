// calls/calltool.ts
import { ask } from "../protocol/ask.js";
import { optional } from "../hosts/support.js";
import { toResult } from "../data/result.js";
var callTool = /* @__PURE__ */ optional(
  ["serverTools", "callTool"],
  (name, args = {}, options) => ask("tools/call", { name, arguments: args }, ["callTool", name, args], void 0, options).then(
    toResult
  )
);
export {
  callTool
};

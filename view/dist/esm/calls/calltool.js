// calls/calltool.ts
import { optional } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
import { receiveResult } from "../protocol/result.js";
var callTool = /* @__PURE__ */ optional(
  ["serverTools", "callTool"],
  (name, args = {}, options) => ask("tools/call", { name, arguments: args }, ["callTool", name, args], void 0, options).then(
    receiveResult
  )
);
export {
  callTool
};

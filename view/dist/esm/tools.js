// tools.ts
import { ask } from "./ask.js";
import { optional } from "./capability.js";
import { toResult } from "./result.js";
var callTool = /* @__PURE__ */ optional(
  ["serverTools", "callTool"],
  (name, args = {}, options) => ask("tools/call", { name, arguments: args }, ["callTool", name, args], void 0, options).then(
    toResult
  )
);
export {
  callTool
};

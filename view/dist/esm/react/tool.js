// react/tool.ts
import { platform } from "../hosts/platform.js";
import { initialData } from "../data/initialdata.js";
import { toolCancelled, toolInput, toolInputPartial } from "../data/input.js";
import { toolResult } from "../data/result.js";
import { receiveResult } from "../protocol/result.js";
import { read } from "../data/topics.js";
import { bridged, derived, useRead } from "./read.js";
var useToolInput = () => useRead(toolInput);
var partial = /* @__PURE__ */ derived(
  () => read("input") === void 0 ? read("partial") : void 0,
  () => toolInputPartial()
);
var streams = () => bridged() && /^(mcp-apps|chatgpt)$/.test(platform());
var useToolInputPartial = () => ({
  isSupported: useRead(streams),
  partialInput: useRead(partial)
});
var last;
var given;
var state = () => {
  const result = toolResult();
  const cancelled = !!toolCancelled();
  if (!last || result !== given || cancelled !== last.cancelled) {
    given = result;
    last = Object.freeze({ ...result ?? receiveResult({}), pending: !result && !cancelled, cancelled });
  }
  return last;
};
var useToolResult = () => useRead(state);
var useInitialData = () => useRead(initialData);
export {
  useInitialData,
  useToolInput,
  useToolInputPartial,
  useToolResult
};

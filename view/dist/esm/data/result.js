// data/result.ts
import { on, read } from "./topics.js";
var toolResult = () => read("result");
var onToolResult = (fn) => on("result", fn);
export {
  onToolResult,
  toolResult
};

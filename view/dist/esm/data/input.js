// data/input.ts
import { parsePartial } from "../values/partialjson.js";
import { on, read } from "./topics.js";
var toolInput = () => read("input");
var onToolInput = (fn) => on("input", fn);
var toolInputPartial = () => {
  const partial = read("partial");
  return read("input") === void 0 && partial !== void 0 ? parsePartial(partial) : void 0;
};
var onToolInputPartial = (fn) => on("partial", () => {
  const partial = toolInputPartial();
  if (partial) fn(partial);
});
var toolCancelled = () => read("cancelled");
var onToolCancelled = (fn) => on("cancelled", ({ reason }) => fn(reason));
export {
  onToolCancelled,
  onToolInput,
  onToolInputPartial,
  toolCancelled,
  toolInput,
  toolInputPartial
};

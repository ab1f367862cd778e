// react/apptool.ts
import { registerTool } from "../calls/registertool.js";
import { has } from "../hosts/support.js";
import { json } from "../values/unchecked.js";
import { useLayoutEffect } from "./library.js";
import { useLatest, useRead } from "./read.js";
var advertised = () => has(["appTools"]);
var useAppTool = (tool, handler) => {
  const call = useLatest(handler);
  useLayoutEffect(() => registerTool(tool, call).remove, [json(tool)]);
  return { isSupported: useRead(advertised) };
};
export {
  useAppTool
};

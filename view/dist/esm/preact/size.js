// preact/size.ts
import { has } from "../hosts/support.js";
import { setSize } from "../calls/setsize.js";
import { autoSize } from "../page/size.js";
import { bridged, useRead } from "./read.js";
var told = () => bridged() || has([, "notifyIntrinsicHeight"]);
var useSize = () => ({
  isSupported: useRead(told),
  setSize,
  autoSize
});
export {
  useSize
};

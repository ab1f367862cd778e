// preact/size.ts
import { has } from "../capability.js";
import { setSize } from "../setsize.js";
import { autoSize } from "../size.js";
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

// page/reportsize.ts
import { isOld } from "../hosts/old.js";
import { openai } from "../hosts/openai.js";
import { notify } from "../protocol/rpc.js";
import { read } from "../data/topics.js";
var names = ["ui/notifications/size-changed", "ui/size-change", "ui/notifications/size-change"];
var reportSize = (size) => {
  if (read("host")) for (const name of names.slice(0, isOld() ? 3 : 1)) notify(name, size);
  else if (size.height != null) openai()?.notifyIntrinsicHeight?.(size.height);
};
export {
  reportSize
};

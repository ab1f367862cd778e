// page/reportsize.ts
import { read } from "../data/topics.js";
import { isDraftHost } from "../hosts/host.js";
import { openai } from "../hosts/openai.js";
import { notify } from "../protocol/rpc.js";
var methods = ["ui/notifications/size-changed", "ui/size-change", "ui/notifications/size-change"];
var reportSize = (size) => {
  if (read("host")) for (const method of methods.slice(0, isDraftHost() ? 3 : 1)) notify(method, size);
  else if (size.height != null) openai()?.notifyIntrinsicHeight?.(size.height);
};
export {
  reportSize
};

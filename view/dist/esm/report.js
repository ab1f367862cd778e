// report.ts
import { isOld } from "./old.js";
import { openai } from "./openai.js";
import { notify } from "./rpc.js";
import { read } from "./store.js";
var names = ["ui/notifications/size-changed", "ui/size-change", "ui/notifications/size-change"];
var reportSize = (size) => {
  if (read("host")) for (const name of names.slice(0, isOld() ? 3 : 1)) notify(name, size);
  else if (size.height != null) openai()?.notifyIntrinsicHeight?.(size.height);
};
export {
  reportSize
};

// leave.ts
import { openai } from "./openai.js";
import { notify } from "./rpc.js";
import { on } from "./store.js";
var leave = () => notify("ui/notifications/request-teardown");
var obey = (meta) => {
  if ([meta?.["oriel/closeView"], meta?.["openai/closeWidget"]].includes(true)) on("host", () => openai() || leave());
};
export {
  leave,
  obey
};

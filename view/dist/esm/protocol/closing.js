// protocol/closing.ts
import { openai } from "../hosts/openai.js";
import { notify } from "./rpc.js";
import { on } from "../data/topics.js";
var leave = () => notify("ui/notifications/request-teardown");
var obey = (meta) => {
  if ([meta?.["oriel/closeView"], meta?.["openai/closeWidget"]].includes(true)) on("host", () => openai() || leave());
};
export {
  leave,
  obey
};

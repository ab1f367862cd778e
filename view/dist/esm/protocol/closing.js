// protocol/closing.ts
import { on } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
import { notify } from "./rpc.js";
var requestTeardown = () => notify("ui/notifications/request-teardown");
var closeIfAsked = (meta) => {
  if ([meta?.["oriel/closeView"], meta?.["openai/closeWidget"]].includes(true)) on("host", () => openai() || requestTeardown());
};
export {
  closeIfAsked,
  requestTeardown
};

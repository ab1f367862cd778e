// state/choosestorage.ts
import { object, text } from "../values/unchecked.js";
import { context } from "../data/context.js";
import { read } from "../data/topics.js";
import { has } from "../hosts/support.js";
import { callTool } from "../calls/calltool.js";
import { browserStorage } from "./browserstorage.js";
import { hostStorage } from "./hoststorage.js";
import { serverStorage } from "./serverstorage.js";
var refused = /* @__PURE__ */ new Set();
var chooseStorage = (title) => {
  if (has([, "setWidgetState"]) && !refused.has("host")) return ["host", hostStorage];
  const result = read("result");
  if (!result && !read("cancelled") && read("platform") !== "standalone") return;
  const meta = object(result?.meta);
  const token = text(object(meta["oriel/state"]).token);
  if (token && !refused.has(token) && callTool.isSupported()) return [token, serverStorage];
  const call = text(meta.viewUUID) || read("input");
  return [`oriel/1/${JSON.stringify([title, object(object(context().toolInfo).tool).name, call])}`, browserStorage];
};
export {
  chooseStorage,
  refused
};

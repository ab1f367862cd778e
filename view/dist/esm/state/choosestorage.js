// state/choosestorage.ts
import { has } from "../hosts/support.js";
import { context } from "../data/context.js";
import { keepInBrowser } from "./browserstorage.js";
import { keepAtHost } from "./hoststorage.js";
import { keepAtServer } from "./serverstorage.js";
import { object, text } from "../values/unchecked.js";
import { read } from "../data/topics.js";
import { callTool } from "../calls/calltool.js";
var refused = /* @__PURE__ */ new Set();
var bestKeep = (title) => {
  if (has([, "setWidgetState"]) && !refused.has("host")) return ["host", keepAtHost];
  const result = read("result");
  if (!result && !read("cancelled") && read("platform") !== "standalone") return;
  const meta = object(result?.meta);
  const token = text(object(meta["oriel/state"]).token);
  if (token && !refused.has(token) && callTool.isSupported()) return [token, keepAtServer];
  const call = text(meta.viewUUID) || read("input");
  return [`oriel/1/${JSON.stringify([title, object(object(context().toolInfo).tool).name, call])}`, keepInBrowser];
};
export {
  bestKeep,
  refused
};

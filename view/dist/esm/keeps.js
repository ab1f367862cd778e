// keeps.ts
import { has } from "./capability.js";
import { context } from "./context.js";
import { keepInBrowser } from "./keep-browser.js";
import { keepAtHost } from "./keep-host.js";
import { keepAtServer } from "./keep-server.js";
import { object, text } from "./object.js";
import { read } from "./store.js";
import { callTool } from "./tools.js";
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

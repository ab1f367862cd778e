import { object, text } from "../values/unchecked.ts";
import { context } from "../data/context.ts";
import { read } from "../data/topics.ts";
import { has } from "../hosts/support.ts";
import { callTool } from "../calls/calltool.ts";
import { browserStorage } from "./browserstorage.ts";
import { hostStorage } from "./hoststorage.ts";
import { serverStorage } from "./serverstorage.ts";
import type { StateStorage } from "./storage.ts";

/** The names of storages that have refused for good. */
export const refused = new Set<string>();

/**
 * The best storage that there is for the view's state, and its name: each tool call has
 * a state, and so a name, of its own. Undefined as long as that is not known. `title`
 * tells the apps of one origin apart.
 */
export const chooseStorage = (title: string): [name: string, open: (name: string) => StateStorage] | undefined => {
  if (has([, "setWidgetState"]) && !refused.has("host")) return ["host", hostStorage];
  const result = read("result");
  if (!result && !read("cancelled") && read("platform") !== "standalone") return;
  const meta = object(result?.meta);
  const token = text(object(meta["oriel/state"]).token);
  if (token && !refused.has(token) && callTool.isSupported()) return [token, serverStorage];
  // Some servers on the official SDK identify the call by a "viewUUID".
  const call = text(meta.viewUUID) || read("input");
  return [`oriel/1/${JSON.stringify([title, object(object(context().toolInfo).tool).name, call])}`, browserStorage];
};

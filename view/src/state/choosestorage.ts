import { has } from "../hosts/support.ts";
import { context } from "../data/context.ts";
import type { Keep } from "./storage.ts";
import { keepInBrowser } from "./browserstorage.ts";
import { keepAtHost } from "./hoststorage.ts";
import { keepAtServer } from "./serverstorage.ts";
import { object, text } from "../values/unchecked.ts";
import { read } from "../data/topics.ts";
import { callTool } from "../calls/calltool.ts";

/** The names of those that will not do it, ever. */
export const refused = new Set<string>();

/**
 * The best that there is to keep the view's state, and a name, which is another for
 * each document; undefined while nobody knows. `title` tells apps of one origin apart.
 */
export const bestKeep = (title: string): [name: string, keep: (name: string) => Keep] | undefined => {
  if (has([, "setWidgetState"]) && !refused.has("host")) return ["host", keepAtHost];
  const result = read("result");
  if (!result && !read("cancelled") && read("platform") !== "standalone") return;
  const meta = object(result?.meta);
  const token = text(object(meta["oriel/state"]).token);
  if (token && !refused.has(token) && callTool.isSupported()) return [token, keepAtServer];
  // Servers on the official SDK tell calls apart by a "viewUUID", where they do.
  const call = text(meta.viewUUID) || read("input");
  return [`oriel/1/${JSON.stringify([title, object(object(context().toolInfo).tool).name, call])}`, keepInBrowser];
};

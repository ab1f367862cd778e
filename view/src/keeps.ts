import { has } from "./capability.ts";
import { context } from "./context.ts";
import type { Keep } from "./keep.ts";
import { keepInBrowser } from "./keep-browser.ts";
import { keepAtHost } from "./keep-host.ts";
import { keepAtServer } from "./keep-server.ts";
import { object, text } from "./object.ts";
import { read } from "./store.ts";
import { callTool } from "./tools.ts";

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

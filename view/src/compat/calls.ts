import { raw } from "./globals.ts";
import type { Loose } from "../values/unchecked.ts";
import * as tools from "../calls/calltool.ts";

/** Calls a tool of the app and gives the result in the protocols' form. */
export const callTool = (name: string, args?: object | null): Promise<Loose> =>
  tools.callTool(name, args ?? {}).then(raw);

// Generated from ../react by tools/assets. DO NOT EDIT.
import { registerTool } from "../calls/registertool.ts";
import type { AppTool, AppToolHandler } from "../calls/registertool.ts";
import { has } from "../hosts/support.ts";
import { json } from "../values/unchecked.ts";
import { useLayoutEffect } from "./library.ts";
import { useLatest, useRead } from "./read.ts";

const advertised = (): boolean => has(["appTools"]);

/**
 * Offers a tool of the view's own to the host and its model, as long as the
 * component is there. It may say anew what the tool is in each render: what counts
 * is whether that says something else, as JSON. The handler is that of the last
 * render. `isSupported` says that the host is sure to use such tools; others may.
 *
 * @param tool - What the host sees of it.
 * @param handler - What it does; may be asynchronous.
 * @throws ViewError -32602, into the error boundary: a name that is none, or is taken.
 * @example
 * function Days() {
 *   const [day, setDay] = useState("Monday");
 *   useAppTool<{ day: string }>({ name: "select_day", description: "Shows a day" }, ({ day }) => {
 *     setDay(day);
 *     return `Shows ${day}`;
 *   });
 *   return <h1>{day}</h1>;
 * }
 */
export const useAppTool = <A = Record<string, unknown>>(
  tool: AppTool,
  handler: AppToolHandler<A>,
): { isSupported: boolean } => {
  const call = useLatest(handler);
  useLayoutEffect(() => registerTool<A>(tool, call).remove, [json(tool)]);
  return { isSupported: useRead(advertised) };
};

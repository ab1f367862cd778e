import { openai } from "../hosts/openai.ts";
import { notify } from "./rpc.ts";
import { on } from "../data/topics.ts";

/** Asks the host, by its bridge, to take the view away. */
export const leave = (): void => notify("ui/notifications/request-teardown");

/**
 * Leaves if a result's `_meta` asks for it, as `Result.CloseView` does. Hosts with
 * window.openai see to that themselves.
 */
export const obey = (meta: any): void => {
  if ([meta?.["oriel/closeView"], meta?.["openai/closeWidget"]].includes(true)) on("host", () => openai() || leave());
};

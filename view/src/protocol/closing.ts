import { on } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";
import { notify } from "./rpc.ts";

/** Asks an MCP Apps host to close the view. */
export const requestTeardown = (): void => notify("ui/notifications/request-teardown");

/**
 * Closes the view if a result's `_meta` asks for it, as `Result.CloseView` does. Hosts
 * with `window.openai` do that themselves.
 */
export const closeIfAsked = (meta: any): void => {
  if ([meta?.["oriel/closeView"], meta?.["openai/closeWidget"]].includes(true)) on("host", () => openai() || requestTeardown());
};

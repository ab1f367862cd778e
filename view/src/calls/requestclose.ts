import { read } from "../data/topics.ts";
import { hostCapabilities } from "../hosts/host.ts";
import { answered } from "../hosts/platform.ts";
import { optional } from "../hosts/support.ts";
import { ask } from "../protocol/ask.ts";
import { requestTeardown } from "../protocol/closing.ts";

/**
 * Asks the host to close the view. The host may ignore it; if it closes the view,
 * handlers of {@link onTeardown} run first. Most MCP Apps hosts do not say whether
 * they close views, so `isSupported()` is true only where it is certain.
 *
 * A tool can close the view by its result, too: `oriel.Result.CloseView` in Go.
 *
 * @returns When the host has been asked, not when the view is closed.
 * @throws ViewError: -32601 the host closes no views, or there is no host.
 * @example
 * button.onclick = () => requestClose();
 * @support mcp-apps native `ui/notifications/request-teardown`
 * @support bare native `ui/notifications/request-teardown`
 * @support chatgpt native `requestClose`
 * @support openai native `requestClose`
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export const requestClose = /* @__PURE__ */ optional(["requestTeardown", "requestClose"], async (): Promise<void> => {
  await answered();
  const can = read("host") && hostCapabilities().requestTeardown !== false;
  await ask("", {}, ["requestClose"], can ? requestTeardown : undefined);
});

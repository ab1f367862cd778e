import { context } from "../data/context.ts";
import { read } from "../data/topics.ts";
import { reuseIfEqual } from "../values/reuse.ts";
import type { DisplayMode } from "../values/types.ts";
import { object } from "../values/unchecked.ts";
import { shownFeatures } from "./features.ts";
import type { Capabilities } from "./features.ts";
import { hostCapabilities } from "./host.ts";
import { platform } from "./platform.ts";
import { has } from "./support.ts";

const modes: readonly DisplayMode[] = ["inline", "fullscreen", "pip"];

let last: Capabilities | undefined;

/**
 * What this host lets the view do, from what it advertised and from the methods of
 * `window.openai`: frozen, the same object until something changes, then a new
 * one. Before a host has answered, and without one, it has nothing.
 *
 * @example
 * button.hidden = capabilities().displayModes.length < 2;
 */
export const capabilities = (): Capabilities => {
  const bridge = !!read("host");
  const { sampling, serverResources, requestTeardown } = hostCapabilities();
  const { availableDisplayModes: offered, displayMode = "inline" } = context();
  // MCP Apps has no word for these: an MCP Apps host may have them.
  const unsaid = bridge ? undefined : false;
  return (last = reuseIfEqual<Capabilities>(
    {
      platform: platform(),
      displayModes: Object.freeze(
        modes.filter((mode) =>
          Array.isArray(offered) ? offered.includes(mode) : mode === displayMode || has([, "requestDisplayMode"]),
        ),
      ),
      ...shownFeatures(),
      sizeReporting: bridge || has([, "notifyIntrinsicHeight"]),
      closeWidget: has(["requestTeardown", "requestClose"]) || (requestTeardown === false ? false : unsaid),
      partialToolInput: unsaid,
      toolCancellation: bridge,
      teardown: bridge,
      samplingTools: !!object(sampling).tools,
      appTools: has(["appTools"]) || unsaid,
      subscriptions: !!object(serverResources).subscribe,
    },
    last,
  ));
};

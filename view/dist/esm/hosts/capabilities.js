// hosts/capabilities.ts
import { context } from "../data/context.js";
import { read } from "../data/topics.js";
import { reuseIfEqual } from "../values/reuse.js";
import { object } from "../values/unchecked.js";
import { shownFeatures } from "./features.js";
import { hostCapabilities } from "./host.js";
import { platform } from "./platform.js";
import { has } from "./support.js";
var modes = ["inline", "fullscreen", "pip"];
var last;
var capabilities = () => {
  const bridge = !!read("host");
  const { sampling, serverResources, requestTeardown } = hostCapabilities();
  const { availableDisplayModes: offered, displayMode = "inline" } = context();
  const unsaid = bridge ? void 0 : false;
  return last = reuseIfEqual(
    {
      platform: platform(),
      displayModes: Object.freeze(
        modes.filter(
          (mode) => Array.isArray(offered) ? offered.includes(mode) : mode === displayMode || has([, "requestDisplayMode"])
        )
      ),
      ...shownFeatures(),
      sizeReporting: bridge || has([, "notifyIntrinsicHeight"]),
      closeWidget: has(["requestTeardown", "requestClose"]) || (requestTeardown === false ? false : unsaid),
      partialToolInput: unsaid,
      toolCancellation: bridge,
      teardown: bridge,
      samplingTools: !!object(sampling).tools,
      appTools: has(["appTools"]) || unsaid,
      subscriptions: !!object(serverResources).subscribe
    },
    last
  );
};
export {
  capabilities
};

// hosts/capabilities.ts
import { reuseIfEqual } from "../values/reuse.js";
import { object } from "../values/unchecked.js";
import { context } from "../data/context.js";
import { read } from "../data/topics.js";
import { hostCapabilities } from "./host.js";
import { platform } from "./platform.js";
import { has } from "./support.js";
var modes = ["inline", "fullscreen", "pip"];
var last;
var capabilities = () => {
  const bridge = !!read("host");
  const { sampling, serverResources, requestTeardown } = hostCapabilities();
  const { availableDisplayModes: offered, displayMode = "inline" } = context();
  const silent = bridge ? void 0 : false;
  const now = {
    platform: platform(),
    callTool: has(["serverTools", "callTool"]),
    openLink: has(["openLinks", "openExternal"]),
    displayModes: Object.freeze(
      modes.filter(
        (mode) => Array.isArray(offered) ? offered.includes(mode) : mode === displayMode || has([, "requestDisplayMode"])
      )
    ),
    sizeReporting: bridge || has([, "notifyIntrinsicHeight"]),
    closeWidget: has(["requestTeardown", "requestClose"]) || (requestTeardown === false ? false : silent),
    sendMessage: has(["message", "sendFollowUpMessage"]),
    modal: has([, "requestModal"]),
    fileUpload: has([, "uploadFile"]),
    fileDownload: has(["downloadFile", "getFileDownloadUrl"]),
    fileSelect: has([, "selectFiles"]),
    widgetState: has([, "setWidgetState"]),
    modelContext: has(["updateModelContext"]),
    logging: has(["logging"]),
    partialToolInput: silent,
    toolCancellation: bridge,
    teardown: bridge,
    readResource: has(["serverResources"]),
    openInApp: has([, "setOpenInAppUrl"]),
    sampling: has(["sampling"]),
    samplingTools: !!object(sampling).tools,
    appTools: has(["appTools"]) || silent,
    checkout: has([, "requestCheckout"]),
    subscriptions: !!object(serverResources).subscribe
  };
  return last = reuseIfEqual(now, last);
};
export {
  capabilities
};

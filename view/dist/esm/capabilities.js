// capabilities.ts
import { has } from "./capability.js";
import { hostCapabilities, platform } from "./connect.js";
import { context } from "./context.js";
import { object } from "./object.js";
import { steady } from "./steady.js";
import { read } from "./store.js";
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
  return last = steady(now, last);
};
export {
  capabilities
};

// hosts/capabilities.ts
import { has } from "./support.js";
import { hostCapabilities, platform } from "../start/connect.js";
import { context } from "../data/context.js";
import { object } from "../values/unchecked.js";
import { steady } from "../values/reuse.js";
import { read } from "../data/topics.js";
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

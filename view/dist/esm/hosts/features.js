// hosts/features.ts
import { has } from "./support.js";
var features = {
  callTool: ["serverTools", "callTool"],
  openLink: ["openLinks", "openExternal"],
  sizeReporting: [, "notifyIntrinsicHeight"],
  closeWidget: ["requestTeardown", "requestClose"],
  sendMessage: ["message", "sendFollowUpMessage"],
  modal: [, "requestModal"],
  fileUpload: [, "uploadFile"],
  fileDownload: ["downloadFile", "getFileDownloadUrl"],
  fileSelect: [, "selectFiles"],
  widgetState: [, "setWidgetState"],
  modelContext: ["updateModelContext"],
  logging: ["logging"],
  readResource: ["serverResources"],
  openInApp: [, "setOpenInAppUrl"],
  sampling: ["sampling"],
  appTools: ["appTools"],
  checkout: [, "requestCheckout"]
};
var shownFeatures = () => ({
  callTool: has(["serverTools", "callTool"]),
  openLink: has(["openLinks", "openExternal"]),
  sendMessage: has(["message", "sendFollowUpMessage"]),
  modal: has([, "requestModal"]),
  fileUpload: has([, "uploadFile"]),
  fileDownload: has(["downloadFile", "getFileDownloadUrl"]),
  fileSelect: has([, "selectFiles"]),
  widgetState: has([, "setWidgetState"]),
  modelContext: has(["updateModelContext"]),
  logging: has(["logging"]),
  readResource: has(["serverResources"]),
  openInApp: has([, "setOpenInAppUrl"]),
  sampling: has(["sampling"]),
  checkout: has([, "requestCheckout"])
});
export {
  features,
  shownFeatures
};

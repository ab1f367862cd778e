// host/capabilities.ts
var advertised = [
  "serverTools",
  "openLinks",
  "message",
  "downloadFile",
  "updateModelContext",
  "logging",
  "serverResources",
  "sampling"
];
var featuresOf = {
  callTool: ["serverTools"],
  openLink: ["openLinks"],
  closeWidget: ["requestTeardown", "requestClose"],
  sendMessage: ["message"],
  modal: ["requestModal"],
  fileUpload: ["uploadFile"],
  fileDownload: ["downloadFile", "fileURLs"],
  fileSelect: ["selectFiles"],
  widgetState: ["widgetState"],
  modelContext: ["updateModelContext"],
  logging: ["logging"],
  partialToolInput: ["partialInput"],
  toolCancellation: ["cancelled"],
  teardown: ["teardown"],
  readResource: ["serverResources"],
  openInApp: ["openInApp"],
  sampling: ["sampling"],
  checkout: ["checkout"]
};
export {
  advertised,
  featuresOf
};

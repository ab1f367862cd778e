// testing/capabilities.ts
var wireNames = {
  callTool: "serverTools",
  openLink: "openLinks",
  sendMessage: "message",
  modelContext: "updateModelContext",
  logging: "logging",
  readResource: "serverResources",
  fileDownload: "downloadFile",
  sampling: "sampling"
};
var isPreset = (given) => Object.values(given).some((value) => typeof value === "boolean");
var modalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };
var everything = ({ requests }) => ({
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: { listChanged: true, subscribe: true },
  logging: {},
  message: modalities,
  updateModelContext: modalities,
  ...requests?.["sampling/createMessage"] && { sampling: {} }
});
var toOffer = (given) => {
  if (!isPreset(given)) return { advertised: structuredClone({ ...given }), lacks: () => false, context: {} };
  const advertised = {};
  for (const [name, wireName] of Object.entries(wireNames)) if (given[name]) advertised[wireName] = {};
  if (given.subscriptions) advertised.serverResources = { subscribe: true };
  if (given.samplingTools) advertised.sampling = { tools: {} };
  return {
    advertised,
    lacks: (name) => given[name] === false,
    context: given.displayModes ? { availableDisplayModes: [...given.displayModes] } : {}
  };
};
export {
  everything,
  toOffer
};

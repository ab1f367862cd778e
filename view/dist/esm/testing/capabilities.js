// testing/capabilities.ts
import { features } from "../hosts/features.js";
var unadvertised = ["closeWidget", "appTools"];
var advertisable = Object.entries(features).flatMap(
  ([name, [wireName]]) => wireName && !unadvertised.includes(name) ? [[name, wireName]] : []
);
var isPreset = (given) => Object.values(given).some((value) => typeof value === "boolean");
var modalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };
var everything = ({ requests }) => {
  const { sampling, ...others } = Object.fromEntries(advertisable.map(([, wireName]) => [wireName, {}]));
  return {
    ...others,
    serverTools: { listChanged: true },
    serverResources: { listChanged: true, subscribe: true },
    message: modalities,
    updateModelContext: modalities,
    ...requests?.["sampling/createMessage"] && { sampling }
  };
};
var toOffer = (given) => {
  if (!isPreset(given)) return { advertised: structuredClone({ ...given }), lacks: () => false, context: {} };
  const advertised = {};
  for (const [name, wireName] of advertisable) if (given[name]) advertised[wireName] = {};
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

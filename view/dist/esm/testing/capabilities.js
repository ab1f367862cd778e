// testing/capabilities.ts
import { advertised as advertisable, featuresOf } from "../host/capabilities.js";
import { features } from "../hosts/features.js";
var isPreset = (given) => Object.values(given).some((value) => typeof value === "boolean");
var modalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };
var everything = ({ requests }) => {
  const { sampling, ...others } = Object.fromEntries(advertisable.map((name) => [name, {}]));
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
  const preset = isPreset(given) ? given : void 0;
  const advertised = preset ? {} : structuredClone({ ...given });
  for (const [name, [wireName]] of Object.entries(features))
    if (wireName && preset?.[name] && advertisable.includes(wireName)) advertised[wireName] = {};
  if (preset?.subscriptions) advertised.serverResources = { subscribe: true };
  if (preset?.samplingTools) advertised.sampling = { tools: {} };
  const known = {};
  for (const [name, names] of Object.entries(featuresOf)) {
    const value = preset?.[name];
    if (typeof value === "boolean") for (const feature of names) known[feature] = value;
  }
  for (const name of advertisable) known[name] = name in advertised;
  return {
    advertised,
    features: known,
    lacks: (name) => preset?.[name] === false,
    context: preset?.displayModes ? { availableDisplayModes: [...preset.displayModes] } : {}
  };
};
export {
  everything,
  toOffer
};

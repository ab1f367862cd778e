// hosts/support.ts
import { hostCapabilities } from "./host.js";
import { openai } from "./openai.js";
var has = ([advertised, method]) => !!hostCapabilities()[advertised] || typeof openai()?.[method] == "function";
var optional = (feature, call) => Object.assign(call, { isSupported: () => has(feature) });
export {
  has,
  optional
};

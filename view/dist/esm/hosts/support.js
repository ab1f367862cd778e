// hosts/support.ts
import { hostCapabilities } from "../start/connect.js";
import { openai } from "./openai.js";
var has = ([advertised, method]) => !!hostCapabilities()[advertised] || typeof openai()?.[method] == "function";
var optional = (sign, call) => Object.assign(call, { isSupported: () => has(sign) });
export {
  has,
  optional
};

// host/params.ts
import { INVALID_PARAMS, RpcError } from "./jsonrpc.js";
var LONGEST_NAME = 200;
function invalid(message) {
  return new RpcError(INVALID_PARAMS, message);
}
function needText(value, message) {
  if (typeof value !== "string" || value === "") {
    throw invalid(message);
  }
  return value;
}
function shortName(name) {
  return name.slice(0, LONGEST_NAME);
}
function webAddress(value) {
  let url;
  try {
    url = new URL(typeof value === "string" ? value : "");
  } catch {
    url = void 0;
  }
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw invalid("Only http and https addresses can be opened.");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("Addresses with a user name or a password are not opened.");
  }
  return url;
}
function sizeOf(params) {
  const size = {};
  const wrong = [];
  for (const name of ["width", "height"]) {
    const value = params[name];
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) {
      size[name] = value;
    } else if (value !== void 0) {
      wrong.push(name);
    }
  }
  return { size, wrong };
}
export {
  invalid,
  needText,
  shortName,
  sizeOf,
  webAddress
};

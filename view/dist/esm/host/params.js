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
  const pixels = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : void 0;
  const size = {};
  const width = pixels(params["width"]);
  const height = pixels(params["height"]);
  if (width !== void 0) {
    size.width = width;
  }
  if (height !== void 0) {
    size.height = height;
  }
  return size;
}
export {
  invalid,
  needText,
  shortName,
  sizeOf,
  webAddress
};

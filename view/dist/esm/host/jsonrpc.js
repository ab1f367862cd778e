// host/jsonrpc.ts
import { isRecord } from "./types.js";
var INVALID_REQUEST = -32600;
var METHOD_NOT_FOUND = -32601;
var INVALID_PARAMS = -32602;
var INTERNAL_ERROR = -32603;
var REFUSED = -32e3;
var SAMPLING_REJECTED = -1;
var RpcError = class extends Error {
  code;
  data;
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
  fault() {
    return this.data === void 0 ? { code: this.code, message: this.message } : { code: this.code, message: this.message, data: this.data };
  }
};
function asRpc(data) {
  if (!isRecord(data) || data["jsonrpc"] !== "2.0") {
    return void 0;
  }
  const id = data["id"];
  const hasId = typeof id === "string" || typeof id === "number";
  if (id !== void 0 && !hasId) {
    return void 0;
  }
  const params = data["params"];
  if (params !== void 0 && params !== null && !isRecord(params)) {
    return void 0;
  }
  if (typeof data["method"] === "string") {
    return { ...data, jsonrpc: "2.0", params: isRecord(params) ? params : void 0 };
  }
  return hasId && ("result" in data || "error" in data) ? { ...data } : void 0;
}
function idOfBadRequest(data) {
  if (!isRecord(data) || data["jsonrpc"] !== "2.0" || typeof data["method"] !== "string") {
    return void 0;
  }
  const id = data["id"];
  return typeof id === "string" || typeof id === "number" ? id : void 0;
}
function faultOf(error) {
  if (error instanceof RpcError) {
    return error.fault();
  }
  return { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) };
}
export {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  REFUSED,
  RpcError,
  SAMPLING_REJECTED,
  asRpc,
  faultOf,
  idOfBadRequest
};

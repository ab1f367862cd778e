// testing/error.ts
import { RpcError } from "../host/jsonrpc.js";
var HostError = class extends RpcError {
  name = "HostError";
  constructor(code, message) {
    super(code, message);
  }
};
var toHostError = (thrown) => {
  const { code, message } = Object(thrown);
  return new HostError(typeof code === "number" ? code : -32e3, String(message ?? thrown));
};
export {
  HostError,
  toHostError
};

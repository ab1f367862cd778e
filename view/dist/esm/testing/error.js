// testing/error.ts
var HostError = class extends Error {
  name = "HostError";
  /** The JSON-RPC code: -32601 no such method, -32602 wrong parameters, -32000 refused. */
  code;
  constructor(code, message) {
    super(message);
    this.code = code;
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

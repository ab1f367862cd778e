// state/storage.ts
var timeout = 3e4;
var StateError = class extends Error {
  name = "StateError";
  code;
  constructor(code, message) {
    super(message);
    this.code = code;
  }
};
export {
  StateError,
  timeout
};

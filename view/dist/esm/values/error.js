// values/error.ts
import { object, text } from "./unchecked.js";
var ViewError = class extends Error {
  name = "ViewError";
  constructor(code, message) {
    super(message);
    this.code = code;
  }
};
var toViewError = (raw) => {
  const { code, message } = object(raw);
  return new ViewError(Number.isInteger(code) ? code : -32e3, text(message) || text(raw) || "Refused");
};
export {
  ViewError,
  toViewError
};

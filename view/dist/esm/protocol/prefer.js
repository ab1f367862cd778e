// protocol/prefer.ts
import { has } from "../hosts/support.js";
import { toViewError } from "../values/error.js";
import { openai } from "../hosts/openai.js";
var prefer = async (method, args, otherwise) => {
  if (!has([, method])) return otherwise();
  try {
    return await openai()[method](...args);
  } catch (error) {
    throw toViewError(error);
  }
};
export {
  prefer
};

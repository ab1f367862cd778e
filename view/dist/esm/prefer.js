// prefer.ts
import { has } from "./capability.js";
import { toViewError } from "./error.js";
import { openai } from "./openai.js";
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

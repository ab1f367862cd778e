// protocol/command.ts
import { ask } from "./ask.js";
import { ViewError } from "../values/error.js";
import { object } from "../values/unchecked.js";
var command = async (...request) => {
  if (object(await ask(...request)).isError) throw new ViewError(-32e3, `The host refused ${request[0]}`);
};
export {
  command
};

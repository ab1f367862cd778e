// mcp/events.ts
import { toCallResult } from "../values/callresult.js";
import { onContext } from "../data/context.js";
import { onToolCancelled, onToolInput, onToolInputPartial } from "../data/input.js";
import { onToolResult } from "../data/result.js";
var listeners = {
  toolinput: (handler) => onToolInput((input) => handler({ arguments: input })),
  toolinputpartial: (handler) => onToolInputPartial((input) => handler({ arguments: input })),
  toolresult: (handler) => onToolResult((result) => handler(toCallResult(result))),
  toolcancelled: (handler) => onToolCancelled((reason) => handler(reason === void 0 ? {} : { reason })),
  hostcontextchanged: (handler) => onContext((context) => handler(context))
};
export {
  listeners
};

// mcp/events.ts
import { toCallResult } from "../callresult.js";
import { onContext } from "../context.js";
import { onToolCancelled, onToolInput, onToolInputPartial } from "../input.js";
import { onToolResult } from "../result.js";
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

// protocol/receive.ts
import { ViewError } from "../values/error.js";
import { object, text } from "../values/unchecked.js";
import { updateContext } from "../data/context.js";
import { tearDown } from "../data/teardown.js";
import { forget, read, set } from "../data/topics.js";
import { handlers } from "./handlers.js";
import { receiveResult } from "./result.js";
import { reportProgress, settleRequest } from "./rpc.js";
import { send } from "./transport.js";
var handle = (method, params, id) => {
  switch (method.replace(/^ui\/(notifications\/)?/, "")) {
    case "tool-input":
      forget("partial");
      forget("cancelled");
      return set("input", params.arguments ?? {});
    case "tool-input-partial":
      if (read("input") === void 0) set("partial", params.arguments ?? {});
      return;
    case "tool-result":
      forget("cancelled");
      return set("result", receiveResult(params));
    case "tool-cancelled":
      return set("cancelled", { reason: params.reason });
    case "host-context-change":
    case "host-context-changed":
      return updateContext(params);
    case "resource-teardown":
      return tearDown(params.reason);
    case "notifications/progress":
      return reportProgress(params);
    case "ping":
      return;
  }
  const handler = handlers[method];
  if (handler) return handler(params, id);
  throw new ViewError(-32601, "Method not found");
};
var receive = async (message) => {
  if (message?.type === "mcp-tool-result") void receive({ jsonrpc: "2.0", method: "tool-result", params: message.result });
  if (message?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = message;
  if (typeof method !== "string") return settleRequest(id, result, error);
  const answer = (outcome) => {
    if (text(id)) send({ jsonrpc: "2.0", id, ...outcome });
  };
  try {
    answer({ result: await handle(method, object(params), id) ?? {} });
  } catch (error2) {
    const { code, message: message2 } = error2 instanceof ViewError ? error2 : (reportError(error2), new ViewError(-32603, String(error2)));
    answer({ error: { code, message: message2 } });
  }
};
export {
  receive
};

import { updateContext } from "./context.ts";
import { object } from "./object.ts";
import type { Loose } from "./object.ts";
import { toResult } from "./result.ts";
import { settle } from "./rpc.ts";
import { forget, set } from "./store.ts";
import { tearDown } from "./teardown.ts";
import { send } from "./transport.ts";

/** Does what a host's message says. Undefined means that nobody knows the method. */
const act = (name: string, params: Loose): object | undefined => {
  switch (name) {
    case "tool-input":
      forget("partial");
      set("input", params.arguments ?? {});
      break;
    case "tool-input-partial":
      set("partial", params.arguments ?? {});
      break;
    case "tool-result":
      set("result", toResult(params));
      break;
    case "tool-cancelled":
      set("cancelled", params.reason);
      break;
    case "host-context-change":
    case "host-context-changed":
      updateContext(params);
      break;
    case "resource-teardown":
      return tearDown(params.reason);
    case "ping":
      break;
    default:
      return;
  }
  return {};
};

/** Takes whatever arrives. Anything but JSON-RPC, and one old form of a result, is ignored. */
export const receive = async (message: any): Promise<void> => {
  if (message?.type === "mcp-tool-result") act("tool-result", object(message.result));
  if (message?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = message;
  if (typeof method !== "string") return settle(id, result, error);
  // Older drafts have some notifications without the middle part of their names.
  const answer = await act(method.replace(/^ui\/(notifications\/)?/, ""), object(params));
  if (id != null)
    send({ jsonrpc: "2.0", id, ...(answer ? { result: answer } : { error: { code: -32601, message: "Method not found" } }) });
};

import { updateContext } from "../data/context.ts";
import { methods } from "./handlers.ts";
import { ViewError } from "../values/error.ts";
import { object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { toResult } from "../data/result.ts";
import { progress, settle } from "./rpc.ts";
import { forget, read, set } from "../data/topics.ts";
import { tearDown } from "../data/teardown.ts";
import { send } from "./transport.ts";

/** Does what a host's message says, and returns the answer, if there is more to it than `{}`. */
const act = (method: string, params: Loose, id: unknown): unknown => {
  // Older drafts have some notifications without the middle part of their names.
  switch (method.replace(/^ui\/(notifications\/)?/, "")) {
    case "tool-input":
      forget("partial");
      forget("cancelled");
      return set("input", params.arguments ?? {});
    case "tool-input-partial":
      // One that comes after the whole input was overtaken by it.
      if (read("input") === undefined) set("partial", params.arguments ?? {});
      return;
    case "tool-result":
      forget("cancelled");
      return set("result", toResult(params));
    case "tool-cancelled":
      return set("cancelled", { reason: params.reason });
    case "host-context-change":
    case "host-context-changed":
      return updateContext(params);
    case "resource-teardown":
      return tearDown(params.reason);
    case "notifications/progress":
      return progress(params);
    case "ping":
      return;
  }
  const handler = methods[method];
  if (handler) return handler(params, id);
  throw new ViewError(-32601, "Method not found");
};

/**
 * Takes whatever arrives. Anything but JSON-RPC, and one old form of a result, is
 * ignored. Every request is answered.
 */
export const receive = async (message: any): Promise<void> => {
  if (message?.type === "mcp-tool-result") void receive({ jsonrpc: "2.0", method: "tool-result", params: message.result });
  if (message?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = message;
  if (typeof method !== "string") return settle(id, result, error);
  const answer = (outcome: object) => {
    if (text(id)) send({ jsonrpc: "2.0", id, ...outcome });
  };
  try {
    answer({ result: (await act(method, object(params), id)) ?? {} });
  } catch (error) {
    const { code, message } =
      error instanceof ViewError ? error : (reportError(error), new ViewError(-32603, String(error)));
    answer({ error: { code, message } });
  }
};

import { ViewError } from "../values/error.ts";
import { object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { updateContext } from "../data/context.ts";
import { tearDown } from "../data/teardown.ts";
import { forget, read, set } from "../data/topics.ts";
import { handlers } from "./handlers.ts";
import { receiveResult } from "./result.ts";
import { reportProgress, settleRequest } from "./rpc.ts";
import { send } from "./transport.ts";

/** Handles a request or notification. Returns the result; undefined counts as `{}`. */
const handle = (method: string, params: Loose, id: unknown): unknown => {
  // Older drafts leave out "ui/" or "notifications/" in some names.
  switch (method.replace(/^ui\/(notifications\/)?/, "")) {
    case "tool-input":
      forget("partial");
      forget("cancelled");
      return set("input", params.arguments ?? {});
    case "tool-input-partial":
      // After the whole input, a partial one is out of date.
      if (read("input") === undefined) set("partial", params.arguments ?? {});
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

/**
 * Handles a posted message. Ignores all but JSON-RPC and an old form of the tool
 * result. Answers every request.
 */
export const receive = async (message: any): Promise<void> => {
  if (message?.type === "mcp-tool-result") void receive({ jsonrpc: "2.0", method: "tool-result", params: message.result });
  if (message?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = message;
  if (typeof method !== "string") return settleRequest(id, result, error);
  const answer = (outcome: object) => {
    if (text(id)) send({ jsonrpc: "2.0", id, ...outcome });
  };
  try {
    answer({ result: (await handle(method, object(params), id)) ?? {} });
  } catch (error) {
    const { code, message } =
      error instanceof ViewError ? error : (reportError(error), new ViewError(-32603, String(error)));
    answer({ error: { code, message } });
  }
};

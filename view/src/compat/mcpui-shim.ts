import { callTool } from "./calls.ts";
import { call, metadata, raw } from "./globals.ts";
import { pageConnected, postToPage } from "./transport.ts";
import { afterLoad } from "./afterload.ts";
import { replaceParent } from "./fakeparent.ts";
import { sendMessage } from "../calls/sendmessage.ts";
import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { setState } from "../calls/setstate.ts";
import { on } from "../data/topics.ts";

/**
 * `window.mcpUI`, its event `mcp-data` and the message `mcp-tool-result`, as some
 * hosts inject and post them, on hosts that do not; a host's own are left alone.
 *
 * Pages of that kind call tools by a JSON-RPC message to their parent, too, which
 * here works where the host speaks no JSON-RPC.
 */
export const shim = (): boolean => {
  const page: Loose = globalThis;
  if (page.mcpUI) return false;
  page.mcpUI = {
    callTool,
    getData: () => call().toolOutput,
    getMeta: metadata,
    getState: () => call().widgetState,
    setState,
    sendMessage: (message: any) => sendMessage(message?.prompt ?? message),
  };
  const type = "mcp-tool-result";
  let hostPosts: boolean, ours: Loose;
  addEventListener("message", ({ data }) => {
    // A host that posts it itself.
    hostPosts ||= data?.type == type && data != ours;
  });
  on("result", (result) => {
    const detail = raw(result);
    afterLoad(() => {
      if (!hostPosts) postToPage((ours = { type, result: detail }));
      dispatchEvent(new CustomEvent("mcp-data", { detail }));
    });
  });
  replaceParent(({ jsonrpc, id, method, params }) => {
    if (method != "tools/call" || pageConnected) return;
    const { name, arguments: args }: Loose = object(params);
    const answer = (outcome: object) => postToPage({ jsonrpc, id, ...outcome });
    callTool(name, args).then(
      (result) => answer({ result }),
      ({ code, message }) => answer({ error: { code, message } }),
    );
    return true;
  });
  return true;
};

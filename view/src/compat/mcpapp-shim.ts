import { callTool } from "./calls.ts";
import { raw } from "./globals.ts";
import { afterLoad } from "./afterload.ts";
import { update } from "./update.ts";
import { openLink } from "../calls/openlink.ts";
import { sendMessage } from "../calls/sendmessage.ts";
import type { Loose } from "../values/unchecked.ts";
import { readResource } from "../calls/readresource.ts";
import { setSize } from "../calls/setsize.ts";
import { on } from "../data/topics.ts";

/**
 * `window.mcpApp` and its `mcp:*` events, as some hosts inject them, on hosts that
 * do not; a host's own is left alone.
 */
export const shim = (): boolean => {
  const page: Loose = globalThis;
  if (page.mcpApp) return false;
  const app: Loose = (page.mcpApp = {
    toolInput: null,
    toolResult: null,
    hostContext: {},
    callTool,
    readResource: (uri: string) => readResource(uri).then((contents) => ({ contents })),
    openLink: (url: string) => openLink(url),
    sendMessage: (text: string) => sendMessage(text),
    resize: (width: number, height: number) => setSize({ width, height }),
  });
  // If the host's own object has come late, the host emits its events.
  const emit = (name: string, detail: object) =>
    afterLoad(() => page.mcpApp == app && dispatchEvent(new CustomEvent(`mcp:${name}`, { detail })));
  on("input", (input) => emit("tool-input", { arguments: (app.toolInput = input) }));
  on("result", (result) => emit("tool-result", (app.toolResult = raw(result))));
  on("context", (context) => emit("context-change", update(app.hostContext, context)));
  on("cancelled", (cancelled) => emit("tool-cancelled", cancelled));
  // The page can't say when it has finished. What it sends at once is sent before the answer.
  on("teardown", (reason) => {
    emit("teardown", { reason });
    return new Promise((done) => setTimeout(done));
  });
  return true;
};

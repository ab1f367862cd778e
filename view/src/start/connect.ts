import { callHandler, on, read } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";
import { connected, connectionFailed, setPlatform } from "../hosts/platform.ts";
import { initialized, initializeParams } from "../protocol/handshake.ts";
import { takeGlobals } from "../protocol/openaiglobals.ts";
import { receive } from "../protocol/receive.ts";
import { request } from "../protocol/rpc.ts";
import { listen, standalone } from "../protocol/transport.ts";
import { applyAppearance } from "../page/appearance.ts";
import { parsed } from "../page/parsed.ts";
import { watchSize } from "../page/size.ts";

/** How long, in ms, the answer to `ui/initialize` may take where there is `window.openai`. After that, the host is `window.openai` alone. */
const handshakeTimeout = 200;

const onlyOpenAI = (): void => {
  if (!read("host")) setPlatform("chatgpt");
};

let timer: unknown;
/** Reads `window.openai`. If that throws, there is still MCP Apps. */
const readOpenAI = (event?: unknown): unknown =>
  callHandler((event) => {
    if (takeGlobals(event)) timer ??= setTimeout(onlyOpenAI, handshakeTimeout);
  }, event);

/** Installs the listeners and sends `ui/initialize`, in the task that imports the runtime. */
export const connect = (): void => {
  on("context", applyAppearance);
  addEventListener("openai:set_globals", (event) => readOpenAI((event as CustomEvent).detail));
  listen((message) => void receive(message).catch(reportError));
  readOpenAI();
  // window.openai may come late, and without an event.
  addEventListener("load", readOpenAI);
  if (!standalone)
    request("ui/initialize", initializeParams()).then(initialized, (error) => (openai() ? onlyOpenAI() : connectionFailed(error)));
  else if (!openai()) setPlatform("standalone");

  connected.then(
    async (platform) => {
      await parsed();
      if (platform !== "standalone") watchSize();
    },
    // Without this, a refused connection would be an unhandled rejection.
    () => {},
  );
};

// start/connect.ts
import { callHandler, on, read } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
import { connected, connectionFailed, setPlatform } from "../hosts/platform.js";
import { initialized, initializeParams } from "../protocol/handshake.js";
import { takeGlobals } from "../protocol/openaiglobals.js";
import { receive } from "../protocol/receive.js";
import { request } from "../protocol/rpc.js";
import { listen, standalone } from "../protocol/transport.js";
import { applyAppearance } from "../page/appearance.js";
import { parsed } from "../page/parsed.js";
import { watchSize } from "../page/size.js";
var handshakeTimeout = 200;
var onlyOpenAI = () => {
  if (!read("host")) setPlatform("chatgpt");
};
var timer;
var readOpenAI = (event) => callHandler((event2) => {
  if (takeGlobals(event2)) timer ??= setTimeout(onlyOpenAI, handshakeTimeout);
}, event);
var connect = () => {
  on("context", applyAppearance);
  addEventListener("openai:set_globals", (event) => readOpenAI(event.detail));
  listen((message) => void receive(message).catch(reportError));
  readOpenAI();
  addEventListener("load", readOpenAI);
  if (!standalone)
    request("ui/initialize", initializeParams()).then(initialized, (error) => openai() ? onlyOpenAI() : connectionFailed(error));
  else if (!openai()) setPlatform("standalone");
  connected.then(
    async (platform) => {
      await parsed();
      if (platform !== "standalone") watchSize();
    },
    // Without this, a refused connection would be an unhandled rejection.
    () => {
    }
  );
};
export {
  connect
};

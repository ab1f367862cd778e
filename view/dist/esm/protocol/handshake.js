// protocol/handshake.ts
import { object, text } from "../values/unchecked.js";
import { context, updateContext } from "../data/context.js";
import { set } from "../data/topics.js";
import { hostInfo } from "../hosts/host.js";
import { openai } from "../hosts/openai.js";
import { setPlatform } from "../hosts/platform.js";
import { appCapabilities } from "./handlers.js";
import { notify } from "./rpc.js";
var meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
var initializeParams = () => ({
  protocolVersion: "2026-01-26",
  appInfo: {
    name: meta("application-name") || document.title || "view",
    version: meta("version") || "0"
  },
  appCapabilities
});
var initialized = (raw) => {
  const host = object(raw);
  notify("ui/notifications/initialized");
  set("host", host);
  updateContext(host.hostContext);
  setPlatform(
    text(context()["oriel/platform"]) || (openai() && /chatgpt/i.test(text(hostInfo()?.name)) ? "chatgpt" : "mcp-apps")
  );
};
export {
  initializeParams,
  initialized
};

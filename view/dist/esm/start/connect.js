// start/connect.ts
import { dress } from "../page/appearance.js";
import { context, updateContext } from "../data/context.js";
import { appCapabilities } from "../protocol/handlers.js";
import { forced } from "../hosts/platform.js";
import { receive } from "../protocol/receive.js";
import { object, text } from "../values/unchecked.js";
import { adopt, openai } from "../hosts/openai.js";
import { notify, request } from "../protocol/rpc.js";
import { watchSize } from "../page/size.js";
import { on, read, set, tell } from "../data/topics.js";
import { alone, listen } from "../protocol/transport.js";
var grace = 200;
var resolve;
var reject;
var connected = new Promise((yes, no) => {
  resolve = yes;
  reject = no;
});
var platform = () => forced() ?? read("platform") ?? "standalone";
var hostInfo = () => {
  const host = read("host");
  return host && object(host.hostInfo ?? host.host);
};
var hostCapabilities = () => {
  const host = read("host");
  return object(host?.hostCapabilities ?? host?.capabilities);
};
var become = (found) => {
  set("platform", found);
  resolve(platform());
};
var onlyOpenAI = () => {
  if (!read("host")) become("chatgpt");
};
var timer;
var look = (changed) => tell((news) => {
  if (adopt(news)) timer ??= setTimeout(onlyOpenAI, grace);
}, changed);
var meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
var answered = (raw) => {
  const host = object(raw);
  notify("ui/notifications/initialized");
  set("host", host);
  updateContext(host.hostContext);
  const bridged = context()["oriel/platform"];
  become(
    text(bridged) ? bridged : openai() && /chatgpt/i.test(text(hostInfo()?.name)) ? "chatgpt" : "mcp-apps"
  );
};
var parsed = () => document.readyState === "loading" && new Promise((done) => addEventListener("DOMContentLoaded", done));
var greeting = () => ({
  protocolVersion: "2026-01-26",
  appInfo: {
    name: meta("application-name") || document.title || "view",
    version: meta("version") || "0"
  },
  appCapabilities
});
var start = () => {
  on("context", dress);
  addEventListener("openai:set_globals", (event) => look(event.detail));
  listen((message) => void receive(message).catch(reportError));
  look();
  addEventListener("load", look);
  if (!alone)
    request("ui/initialize", greeting()).then(answered, (error) => openai() ? onlyOpenAI() : reject(error));
  else if (!openai()) become("standalone");
  connected.then(
    async (platform2) => {
      await parsed();
      if (platform2 !== "standalone") watchSize();
    },
    // Whoever waits for it hears of it; nobody has to.
    () => {
    }
  );
};
export {
  answered,
  become,
  connected,
  greeting,
  hostCapabilities,
  hostInfo,
  parsed,
  platform,
  start
};

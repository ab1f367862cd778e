// protocol/introduce.ts
import { ViewError } from "../values/error.js";
import { json, object, text } from "../values/unchecked.js";
import { callHandler, read } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
import { forced, setPlatform } from "../hosts/platform.js";
import { initializeParams } from "./handshake.js";
import { receive } from "./receive.js";
import { requestCount } from "./rpc.js";
import { listen, send, setTransport, standalone } from "./transport.js";
var holdHandshake = () => {
  const wasStandalone = standalone;
  let held;
  let info = { appInfo: {}, appCapabilities: {} };
  let reported;
  const holding = {
    listen(handler) {
      setTransport(original);
      listen((message) => {
        if (!opening2.transport) handler(message);
      });
      setTransport(holding);
    },
    send(message) {
      held = message;
      setTransport(original, wasStandalone);
      queueMicrotask(() => {
        opening2.isOver = true;
        callHandler(opening2.begin, void 0);
      });
    }
  };
  const hasBegun = requestCount > 0 || !!read("platform") || wasStandalone && !!openai();
  const original = hasBegun ? void 0 : setTransport(holding);
  const opening2 = {
    /** What is used instead of the host. */
    transport: void 0,
    /** Begins as the runtime would have done without holding the handshake. */
    begin() {
      if (!wasStandalone && forced() !== "standalone") send(opening2.handshake());
      else if (!openai()) setPlatform("standalone");
    },
    /** Whether the handshake can no longer be held. */
    isOver: hasBegun,
    /** `ui/initialize`, with the info that is set now. */
    handshake() {
      reported = json(info);
      const { appInfo, appCapabilities, ...rest } = initializeParams();
      return {
        jsonrpc: "2.0",
        id: held?.id,
        method: "ui/initialize",
        params: {
          ...rest,
          appInfo: { ...appInfo, ...info.appInfo },
          appCapabilities: { ...appCapabilities, ...info.appCapabilities }
        }
      };
    },
    receive: (message) => void receive(message).catch(reportError),
    setInfo(appInfo, appCapabilities) {
      const { name, version, ...rest } = object(appInfo);
      const next = json({
        appInfo: { ...rest, ...text(name) && { name: text(name) }, ...text(version) && { version: text(version) } },
        appCapabilities: object(appCapabilities)
      });
      if (!next) throw new ViewError(-32602, "appInfo and appCapabilities have to be JSON");
      info = JSON.parse(next);
      if (reported === void 0 || reported === next) return;
      reported = next;
      console.warn(
        "Oriel: ui/initialize has been sent without this appInfo. Say it in the task that imports @oriel/view: call introduce() at the top of the view's first file, or render the view with mount()."
      );
    }
  };
  if (hasBegun && !wasStandalone) reported = json(info);
  return opening2;
};
var opening = /* @__PURE__ */ holdHandshake();
var introduce = (appInfo, appCapabilities) => opening.setInfo(appInfo, appCapabilities);
export {
  introduce,
  opening
};

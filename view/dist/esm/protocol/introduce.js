// protocol/introduce.ts
import { become, greeting } from "../start/connect.js";
import { ViewError } from "../values/error.js";
import { forced } from "../hosts/platform.js";
import { receive } from "./receive.js";
import { json, object, text } from "../values/unchecked.js";
import { openai } from "../hosts/openai.js";
import { count } from "./rpc.js";
import { read, tell } from "../data/topics.js";
import { alone, carry, listen, send } from "./transport.js";
var hold = () => {
  const nobody = alone;
  let handshake;
  let said = { appInfo: {}, appCapabilities: {} };
  let gone;
  const held = {
    listen(handler) {
      carry(direct);
      listen((message) => {
        if (!opening2.by) handler(message);
      });
      carry(held);
    },
    send(message) {
      handshake = message;
      carry(direct, nobody);
      queueMicrotask(() => {
        opening2.isOver = true;
        tell(opening2.go, void 0);
      });
    }
  };
  const hasBegun = count > 0 || !!read("platform") || nobody && !!openai();
  const direct = hasBegun ? void 0 : carry(held);
  const opening2 = {
    /** What is used instead of the host. */
    by: void 0,
    /** Does what the runtime would have done at once. */
    go() {
      if (!nobody && forced() !== "standalone") send(opening2.handshake());
      else if (!openai()) become("standalone");
    },
    /** The handshake can't be held any longer. */
    isOver: hasBegun,
    /** `ui/initialize`, with what has been said by now. */
    handshake() {
      gone = json(said);
      const { appInfo, appCapabilities, ...rest } = greeting();
      return {
        jsonrpc: "2.0",
        id: handshake?.id,
        method: "ui/initialize",
        params: {
          ...rest,
          appInfo: { ...appInfo, ...said.appInfo },
          appCapabilities: { ...appCapabilities, ...said.appCapabilities }
        }
      };
    },
    hear: (message) => void receive(message).catch(reportError),
    say(appInfo, appCapabilities) {
      const { name, version, ...rest } = object(appInfo);
      const news = json({
        appInfo: { ...rest, ...text(name) && { name: text(name) }, ...text(version) && { version: text(version) } },
        appCapabilities: object(appCapabilities)
      });
      if (!news) throw new ViewError(-32602, "appInfo and appCapabilities have to be JSON");
      said = JSON.parse(news);
      if (gone === void 0 || gone === news) return;
      gone = news;
      console.warn(
        "Oriel: ui/initialize has been sent without this appInfo. Say it in the task that imports @oriel/view: call introduce() at the top of the view's first file, or render the view with mount()."
      );
    }
  };
  if (hasBegun && !nobody) gone = json(said);
  return opening2;
};
var opening = /* @__PURE__ */ hold();
var introduce = (appInfo, appCapabilities) => opening.say(appInfo, appCapabilities);
export {
  introduce,
  opening
};

// testing/chatgpt.ts
import { ChatGptHost } from "../host/chatgpt.js";
import { firstGlobals } from "../host/globals.js";
import { METHOD_NOT_FOUND } from "../host/jsonrpc.js";
import { windowOpenAI } from "../host/windowopenai.js";
import { features } from "../hosts/features.js";
import { object } from "../values/unchecked.js";
import { toOffer } from "./capabilities.js";
import { fakeHost } from "./host.js";
import { openLine } from "./line.js";
import { asking } from "./mcp-apps.js";
var hostCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} }
};
var context = {
  containerDimensions: { maxHeight: 400, maxWidth: 768 },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  platform: "web",
  deviceCapabilities: { hover: true, touch: false }
};
var copyOf = ({ file, ...params }) => ({
  ...structuredClone(params),
  ...file !== void 0 && { file }
});
var chatGPTHost = (options = {}) => {
  const { bridge = true, files = [] } = options;
  const offer = toOffer(options.capabilities ?? hostCapabilities);
  const hostInfo = { name: "chatgpt", version: "0.0.1" };
  const kind = { kind: "chatgpt", hostInfo, offer, context, files };
  return fakeHost(kind, options, ({ place, traffic, setup, initialized, context: context2 }) => {
    let open = true;
    let setRefused;
    const refused = new Promise((resolve) => {
      setRefused = resolve;
    });
    const line = openLine(traffic, (message) => {
      if (bridge) return host.receive(message);
      const { id, method } = message;
      if (id === void 0) return;
      line.post({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` } });
      if (method === "ui/initialize") setRefused();
    });
    const setGlobals = (globals) => {
      if (!open) return;
      traffic.push({ from: "host", by: "openai", message: structuredClone(globals) });
      merge(structuredClone(globals));
    };
    const host = new ChatGptHost({
      ...setup,
      port: {
        send: (message) => message.method === "openai/setGlobals" ? setGlobals(object(message.params).globals) : line.post(message)
      }
    });
    const root = document.documentElement;
    const { lang } = root;
    place.atLeave(() => root.lang = lang);
    const without = Object.entries(features).flatMap(
      ([name, [, method]]) => method && offer.lacks(name) ? [method] : []
    );
    if (!options.requests?.requestCheckout) without.push("requestCheckout");
    const { openai, merge } = windowOpenAI(
      firstGlobals(null, context2(), structuredClone(options.state)),
      {
        async request(name, params) {
          if (!open) throw new Error("The host is closed");
          try {
            return structuredClone(await host.openai(name, copyOf(params)));
          } catch (error) {
            throw new Error(error.message);
          }
        },
        dispatch: (name, detail) => place.announce(`openai:${name}`, detail),
        language: (locale) => root.lang = locale
      },
      without
    );
    host.loaded();
    for (const [name, method] of Object.entries(openai)) {
      if (typeof method !== "function") continue;
      openai[name] = (...args) => {
        traffic.push({ from: "view", by: "openai", message: [name, ...args.map((arg) => object(arg) === arg && !(arg instanceof File) ? structuredClone(arg) : arg)] });
        return method(...args);
      };
    }
    for (const [name, value] of Object.entries(options.openai ?? {}))
      if (value === void 0) delete openai[name];
      else Object.defineProperty(openai, name, { value, writable: true, enumerable: true, configurable: true });
    place.put("openai", openai);
    place.put("orielTransport", line.transport);
    return {
      host,
      connected: bridge ? initialized : refused,
      post: line.post,
      ...bridge && asking(offer, host),
      close() {
        open = false;
        line.close();
        host.end();
      }
    };
  });
};
export {
  chatGPTHost
};

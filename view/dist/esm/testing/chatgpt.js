// testing/chatgpt.ts
import { object } from "../values/unchecked.js";
import { features } from "../hosts/features.js";
import { toOffer } from "./capabilities.js";
import { HostError } from "./error.js";
import { keepFiles } from "./files.js";
import { fromContext, fromResult } from "./globals.js";
import { fakeHost } from "./host.js";
import { openLine } from "./jsonrpc.js";
import { greeting, lacking, nothing, overLine, within } from "./mcp-apps.js";
var hostCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} }
};
var defaults = {
  containerDimensions: { maxHeight: 400, maxWidth: 768 },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  platform: "web",
  deviceCapabilities: { hover: true, touch: false }
};
var refuse = (name) => {
  throw new HostError(-32601, `Method not found: ${name}`);
};
var named = (member, value) => typeof value === "string" ? { [member]: value } : object(value);
var chatGPTHost = (options = {}) => {
  const offer = toOffer(options.capabilities ?? hostCapabilities);
  return fakeHost("chatgpt", options, { ...defaults, ...offer.context }, ({ place, desk, traffic, context }) => {
    const { bridge = true, files = [] } = options;
    const kept = keepFiles(files);
    let open = true;
    let settle;
    const refused = new Promise((resolve) => {
      settle = resolve;
    });
    const line = openLine({
      desk: bridge ? within(offer.advertised, desk) : { ...desk, note() {
      }, answer: refuse },
      traffic,
      greet(params) {
        if (!bridge) refuse("ui/initialize");
        return greeting(params, { name: "chatgpt", version: "0.0.1" }, offer.advertised, context());
      },
      refused: settle
    });
    const called = (name, ...args) => void traffic.push({ from: "view", by: "openai", message: [name, ...args] });
    const ask = async (name, params) => {
      if (!open) throw new Error("The host is closed");
      try {
        return await desk.answer(name, params);
      } catch (error) {
        throw new Error(error.message);
      }
    };
    const extra = (name, toParams = object) => (...args) => {
      called(name, ...args);
      return ask(name, toParams(...args));
    };
    const openai = {
      toolInput: null,
      toolOutput: null,
      toolResponseMetadata: null,
      widgetState: structuredClone(options.state ?? null),
      view: { mode: "inline", params: null },
      ...fromContext(context()),
      async callTool(name, args = {}) {
        const copy = structuredClone(args);
        called("callTool", name, copy);
        const result = await ask("tools/call", { name, arguments: copy });
        place.announce("openai:tool_response", { tool: { name, args: copy } });
        return result;
      },
      async sendFollowUpMessage(message) {
        called("sendFollowUpMessage", structuredClone(message));
        const { prompt } = named("prompt", message);
        await ask("ui/message", { role: "user", content: [{ type: "text", text: prompt }] });
      },
      async openExternal(link) {
        called("openExternal", structuredClone(link));
        await ask("ui/open-link", { url: named("href", link).href });
      },
      async requestDisplayMode(mode) {
        called("requestDisplayMode", structuredClone(mode));
        return ask("ui/request-display-mode", named("mode", mode));
      },
      async requestClose() {
        called("requestClose");
        desk.note("ui/notifications/request-teardown", {});
      },
      setWidgetState(state) {
        const copy = JSON.parse(JSON.stringify(state ?? null));
        called("setWidgetState", copy);
        openai.widgetState = copy;
        desk.note("setWidgetState", { state: copy });
      },
      notifyIntrinsicHeight(height) {
        called("notifyIntrinsicHeight", height);
        desk.note("ui/notifications/size-changed", { height });
      },
      uploadFile: extra("uploadFile", (file, more) => ({ ...object(more), file })),
      selectFiles: extra("selectFiles"),
      getFileDownloadUrl: extra("getFileDownloadUrl", (file) => named("fileId", file)),
      requestModal: extra("requestModal"),
      setOpenInAppUrl: extra("setOpenInAppUrl", (link) => named("href", link)),
      ...options.requests?.requestCheckout && { requestCheckout: extra("requestCheckout") }
    };
    for (const [name, [, method]] of Object.entries(features)) if (method && offer.lacks(name)) delete openai[method];
    for (const [name, value] of Object.entries(options.openai ?? {}))
      if (value === void 0) delete openai[name];
      else openai[name] = value;
    for (const [name, answer] of Object.entries({ ...kept, requestModal: () => ({}), setOpenInAppUrl: () => ({}) }))
      desk.offer(name, answer);
    const root = document.documentElement;
    const { lang } = root;
    place.atLeave(() => root.lang = lang);
    const set = (globals) => {
      if (!open) return;
      const copy = structuredClone(globals);
      Object.assign(openai, copy);
      if (copy.locale) root.lang = copy.locale;
      traffic.push({ from: "host", by: "openai", message: structuredClone(copy) });
      place.announce("openai:set_globals", { globals: copy });
    };
    root.lang = openai.locale;
    place.put("openai", openai);
    place.put("orielTransport", line.transport);
    const over = overLine(line);
    const way = bridge ? lacking(offer, over) : { ...over, partial: nothing, cancelled: nothing, teardown: nothing, input: nothing, result: nothing, context: nothing, ask: void 0 };
    return {
      ...way,
      connected: bridge ? line.connected : refused,
      close() {
        open = false;
        line.close();
      },
      input(input) {
        set({ toolInput: input });
        return way.input(input);
      },
      result(result) {
        set(fromResult(result));
        return way.result(result);
      },
      context(change) {
        set(fromContext(change));
        return way.context(change);
      }
    };
  });
};
export {
  chatGPTHost
};

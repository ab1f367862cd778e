// host/chatgpt.ts
import { globalsOfContext, globalsOfResult } from "./globals.js";
import { asRpc, faultOf, METHOD_NOT_FOUND, RpcError } from "./jsonrpc.js";
import { McpAppsHost } from "./mcpapps.js";
import { invalid, needText, shortName } from "./params.js";
import { TOOL_PENDING } from "./protocol.js";
var GRACE_MS = 300;
var openaiMethods = {
  callTool: { request: "tools/call", params: ({ name, args = {} }) => ({ name, arguments: args }) },
  sendFollowUpMessage: {
    request: "ui/message",
    params: ({ prompt }) => ({ role: "user", content: [{ type: "text", text: needText(prompt, "sendFollowUpMessage needs a prompt.") }] })
  },
  openExternal: { request: "ui/open-link", params: ({ href }) => ({ url: href }) },
  requestDisplayMode: { request: "ui/request-display-mode" },
  notifyIntrinsicHeight: {
    notification: "ui/notifications/size-changed",
    feature: "",
    params: ({ height }) => ({ height: needHeight(height) })
  },
  requestClose: { notification: "ui/notifications/request-teardown", feature: "requestClose" },
  setWidgetState: {},
  setOpenInAppUrl: {},
  uploadFile: {},
  selectFiles: {},
  getFileDownloadUrl: {},
  requestModal: {},
  requestCheckout: {}
};
var ChatGptHost = class {
  #setup;
  #apps;
  #gone = new AbortController();
  #whenLoaded;
  #setLoaded = () => void 0;
  #loaded = false;
  #pendingGlobals = {};
  #result;
  #cancelled;
  constructor(setup) {
    this.#setup = setup;
    this.#apps = new McpAppsHost({ ...setup, services: { ...setup.services, ready: () => void 0 } });
    this.#whenLoaded = new Promise((resolve) => this.#setLoaded = resolve);
  }
  receive(data) {
    const message = asRpc(data);
    if (message?.method?.startsWith("openai/")) {
      void this.#answerMessage(message.method.slice("openai/".length), message.params ?? {}, message.id);
    } else {
      this.#apps.receive(data);
    }
  }
  loaded() {
    this.#loaded = true;
    this.#setLoaded();
    this.#deliver();
  }
  introduced() {
    return this.#apps.introduced();
  }
  listening() {
    const grace = this.#whenLoaded.then(() => new Promise((resolve) => setTimeout(resolve, GRACE_MS)));
    return Promise.race([this.#apps.listening(), grace]);
  }
  partialInput(args) {
    this.#apps.partialInput(args);
  }
  listChanged(list) {
    this.#apps.listChanged(list);
  }
  ask(method, params, ms) {
    return this.#apps.ask(method, params, ms);
  }
  declared() {
    return this.#apps.declared();
  }
  callViewTool(name, args) {
    return this.#apps.callViewTool(name, args);
  }
  input(args) {
    this.#globals({ toolInput: args });
    this.#apps.input(args);
  }
  result(result) {
    this.#result = result;
    this.#globals(globalsOfResult(result));
    this.#apps.result(result);
  }
  cancelled(reason) {
    this.#cancelled = reason ?? "the call was cancelled";
    this.#apps.cancelled(reason);
  }
  contextChanged(change) {
    this.#globals(globalsOfContext(change));
    this.#apps.contextChanged(change);
  }
  modes() {
    return this.#apps.modes();
  }
  async teardown(reason) {
    await this.#apps.teardown(reason);
    this.#gone.abort(new Error("the view is gone"));
  }
  end() {
    this.#apps.end();
    this.#gone.abort(new Error("the view is gone"));
  }
  waiting() {
    return this.#loaded ? this.#cancelled ?? TOOL_PENDING : "the view's document did not load";
  }
  /** A call of window.openai. Rejects with the error for the view. */
  async openai(name, params) {
    const what = `window.openai.${shortName(name)}`;
    const method = Object.hasOwn(openaiMethods, name) ? openaiMethods[name] : void 0;
    if (!method) {
      this.#setup.services.notice({ kind: "unsupported", what });
      throw new RpcError(METHOD_NOT_FOUND, `This host has no ${what}.`);
    }
    const { request = name, notification, feature, params: translate } = method;
    const translated = translate?.(params) ?? params;
    if (notification !== void 0) {
      this.#apps.requests.notify(notification, translated, feature === void 0 ? { what } : { what, feature });
      return {};
    }
    return this.#apps.requests.answer(request, translated, { what, signal: this.#gone.signal });
  }
  // Changes are collected until the document has loaded, because nothing may listen before.
  #globals(change) {
    this.#pendingGlobals = { ...this.#pendingGlobals, ...change };
    this.#deliver();
  }
  #deliver() {
    if (!this.#loaded) {
      return;
    }
    if (Object.keys(this.#pendingGlobals).length > 0) {
      const globals = this.#pendingGlobals;
      this.#pendingGlobals = {};
      this.#setup.port.send({ jsonrpc: "2.0", method: "openai/setGlobals", params: { globals } });
    }
    if (this.#result !== void 0) {
      this.#setup.services.ready();
    }
  }
  async #answerMessage(name, params, id) {
    const answer = await this.openai(name, params).then(
      (result) => ({ result: result ?? {} }),
      (error) => ({ error: faultOf(error) })
    );
    if (id !== void 0) {
      this.#setup.port.send({ jsonrpc: "2.0", id, ...answer });
    }
  }
};
function needHeight(value) {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
    throw invalid("notifyIntrinsicHeight needs a height in pixels.");
  }
  return value;
}
export {
  ChatGptHost,
  openaiMethods
};

// host/mcpui.ts
import { has } from "./features.js";
import { globalsOfContext, globalsOfResult } from "./globals.js";
import { needText, shortName } from "./params.js";
import { Requests } from "./requests.js";
import { isRecord } from "./types.js";
var ASK_MS = 120;
var actions = {
  tool: { request: "tools/call", params: ({ toolName, params = {} }) => ({ name: toolName, arguments: params }) },
  prompt: {
    request: "ui/message",
    params: ({ prompt }) => ({ role: "user", content: [{ type: "text", text: needText(prompt, "The prompt action needs a prompt.") }] })
  },
  link: { request: "ui/open-link", params: ({ url }) => ({ url }) },
  intent: { request: "oriel/intent", params: ({ intent, params }) => ({ intent, params }) }
};
var McpUiHost = class {
  #setup;
  #viewData;
  #requests;
  #gone = new AbortController();
  #listening;
  #startListening = () => void 0;
  #asked = false;
  #loaded = false;
  #data = {};
  #hasResult = false;
  /** viewData is the initial render data in the resource's own metadata. */
  constructor(setup, viewData = {}) {
    this.#setup = setup;
    this.#viewData = viewData;
    this.#requests = new Requests(setup, () => this.modes());
    this.#listening = new Promise((resolve) => this.#startListening = resolve);
  }
  receive(data) {
    if (!isRecord(data) || typeof data["type"] !== "string") {
      this.#setup.services.notice(
        isRecord(data) && data["jsonrpc"] === "2.0" ? { kind: "ignored", what: shortName(String(data["method"] ?? "a JSON-RPC answer")) } : { kind: "fault", what: "sent a message that is not a UI action" }
      );
      return;
    }
    const payload = isRecord(data["payload"]) ? data["payload"] : {};
    const messageId = data["messageId"] ?? payload["messageId"];
    switch (data["type"]) {
      case "ui-lifecycle-iframe-ready":
      case "ui-request-render-data":
        this.#asked = true;
        this.#render(messageId);
        this.#startListening();
        break;
      case "ui-size-change":
        this.#requests.notify("ui/notifications/size-changed", payload, { what: "ui-size-change", feature: "" });
        break;
      case "notify": {
        const { level, message } = payload;
        const log = { ...level === void 0 ? {} : { level }, data: message };
        this.#requests.notify("notifications/message", log, { feature: "" });
        break;
      }
      default:
        void this.#act(shortName(data["type"]), payload, messageId);
    }
  }
  loaded() {
    this.#loaded = true;
    setTimeout(() => {
      if (!this.#asked) {
        this.#setup.services.ready();
      }
    }, ASK_MS);
  }
  introduced() {
    return false;
  }
  listening() {
    return this.#listening;
  }
  partialInput() {
  }
  listChanged() {
  }
  callViewTool() {
    return Promise.reject(new Error("A view of a legacy MCP-UI host has no tools."));
  }
  input(args) {
    this.#change({ toolInput: args });
  }
  result(result) {
    this.#hasResult = true;
    this.#change(globalsOfResult(result));
  }
  cancelled(reason) {
    this.#tell("cancelled", "ui-lifecycle-tool-cancelled", reason);
  }
  contextChanged() {
    this.#change({});
  }
  modes() {
    return this.#setup.context().availableDisplayModes ?? this.#setup.profile.displayModes;
  }
  teardown(reason) {
    this.#tell("teardown", "ui-lifecycle-teardown", reason);
    this.end();
    return Promise.resolve();
  }
  end() {
    this.#gone.abort(new Error("the view is gone"));
  }
  waiting() {
    return this.#loaded ? "render data could not be sent" : "the view's document did not load";
  }
  #change(change) {
    this.#data = { ...this.#data, ...change };
    if (this.#asked) {
      this.#render(void 0);
    }
  }
  #render(messageId) {
    const context = this.#setup.context();
    const widgetState = this.#setup.state ?? null;
    const renderData = { ...globalsOfContext(context), widgetState, ...this.#data, ...this.#viewData };
    this.#send("ui-lifecycle-iframe-render-data", { renderData }, messageId);
    if (this.#hasResult) {
      this.#setup.services.ready();
    }
  }
  #tell(feature, type, reason) {
    if (this.#asked && has(this.#setup.profile, feature) !== false) {
      this.#send(type, reason === void 0 ? {} : { reason }, void 0);
    }
  }
  async #act(type, payload, messageId) {
    const wantsAnswer = messageId !== void 0;
    if (wantsAnswer) {
      this.#send("ui-message-received", {}, messageId);
    }
    try {
      const response = await this.#answer(type, payload);
      if (wantsAnswer) {
        const refused = type === "link" && isRecord(response) && response["isError"] === true;
        const outcome = refused ? { error: { message: "The person did not open the page." } } : { response };
        this.#send("ui-message-response", outcome, messageId);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (wantsAnswer) {
        this.#send("ui-message-response", { error: { message } }, messageId);
      } else {
        this.#setup.services.notice({ kind: "fault", what: `sent ${type}: ${message}` });
      }
    }
  }
  async #answer(type, payload) {
    const action = Object.hasOwn(actions, type) ? actions[type] : void 0;
    if (!action) {
      this.#setup.services.notice({ kind: "unsupported", what: type });
      throw new Error(`A legacy MCP-UI host does not know ${type}.`);
    }
    const options = { what: `the ${type} action`, signal: this.#gone.signal };
    return this.#requests.answer(action.request, action.params(payload), options);
  }
  // Some hosts put messageId beside the payload, and others inside it, so views may expect either.
  #send(type, payload, messageId) {
    this.#setup.port.send(
      messageId === void 0 ? { type, payload } : { type, messageId, payload: { ...payload, messageId } }
    );
  }
};
export {
  McpUiHost
};

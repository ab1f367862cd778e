// host/mcpapps.ts
import { isRecord } from "./types.js";
import { AppTools } from "./apptools.js";
import { ViewRequests } from "./viewrequests.js";
import { withOldNames, currentName, introduction, oldNamesOf } from "./dialect.js";
import { has, hostCapabilities } from "./features.js";
import { asRpc, faultOf, idOfBadRequest, INVALID_PARAMS, INVALID_REQUEST } from "./jsonrpc.js";
import { OpenRequests } from "./openrequests.js";
import { shortName } from "./params.js";
import { readProgress } from "./progress.js";
import { TEARDOWN_MS, TOOL_PENDING } from "./protocol.js";
import { Requests } from "./requests.js";
var listFeatures = { tools: "serverTools", resources: "serverResources", prompts: "serverPrompts" };
var McpAppsHost = class {
  /** Shared with other protocols of the same view. */
  requests;
  #setup;
  #questions;
  #appTools;
  #open = new OpenRequests();
  #listening;
  #startListening = () => void 0;
  #introduced = false;
  #initialized = false;
  #ended = false;
  #usesOldNames = false;
  #declared = {};
  #viewModes;
  #partial;
  #input;
  #inputSent = false;
  #result;
  #resultSent = false;
  #isCancelled = false;
  #reason;
  #cancelSent = false;
  #pendingContext = {};
  constructor(setup) {
    this.#setup = setup;
    this.requests = new Requests(setup, () => this.modes());
    this.#questions = new ViewRequests(setup.port);
    this.#appTools = new AppTools(this.#questions, setup.services);
    this.#listening = new Promise((resolve) => this.#startListening = resolve);
  }
  receive(data) {
    if (this.#ended) {
      return;
    }
    const message = asRpc(data);
    if (!message) {
      this.#setup.services.notice({ kind: "fault", what: "sent a message that is not JSON-RPC 2.0" });
      const id = idOfBadRequest(data);
      if (id !== void 0) {
        const error = { code: INVALID_PARAMS, message: "The params of a request have to be an object." };
        this.#setup.port.send({ jsonrpc: "2.0", id, error });
      }
      return;
    }
    if (message.method === void 0) {
      this.#questions.answered(message);
    } else if (message.id === void 0) {
      this.#notified(currentName(message.method), message.params ?? {});
    } else {
      void this.#requested(message, message.id);
    }
  }
  loaded() {
  }
  introduced() {
    return this.#introduced;
  }
  listening() {
    return this.#listening;
  }
  partialInput(args) {
    if (this.#input === void 0 && !this.#isCancelled) {
      this.#partial = args;
      this.#deliver();
    }
  }
  input(args) {
    this.#input = args;
    this.#inputSent = false;
    this.#deliver();
  }
  result(result) {
    this.#result = result;
    this.#resultSent = false;
    this.#deliver();
  }
  cancelled(reason) {
    this.#isCancelled = true;
    this.#reason = reason;
    this.#deliver();
  }
  contextChanged(change) {
    if (!this.#initialized) {
      this.#pendingContext = { ...this.#pendingContext, ...change };
    } else if (this.requests.gate.allows("contextChanged", "ui/notifications/host-context-changed")) {
      this.#notify("ui/notifications/host-context-changed", change);
    }
  }
  listChanged(list) {
    if (this.#initialized && has(this.#setup.profile, listFeatures[list]) !== false) {
      this.#notify(`notifications/${list}/list_changed`, {});
    }
  }
  /** Sends a request to the view; rejects with the view's error, and when the view is gone. */
  ask(method, params, ms) {
    return this.#questions.ask(method, params, ms);
  }
  /** What the view has declared in ui/initialize. */
  declared() {
    return this.#declared;
  }
  callViewTool(name, args) {
    return this.#appTools.call(name, args);
  }
  modes() {
    const declared = this.#viewModes;
    const offered = this.#setup.context().availableDisplayModes ?? this.#setup.profile.displayModes;
    return offered.filter((mode) => declared === void 0 || declared.includes(mode));
  }
  async teardown(reason) {
    if (this.#initialized && this.requests.gate.allows("teardown", "ui/resource-teardown")) {
      const { teardownMs = TEARDOWN_MS } = this.#setup;
      await this.#questions.ask("ui/resource-teardown", withReason(reason), teardownMs, { cancelOnTimeout: false }).catch(() => void 0);
    }
    this.end();
  }
  /** Ends the connection without a word. */
  end() {
    this.#ended = true;
    this.#initialized = false;
    this.#open.cancelAll("the view is gone");
    this.#appTools.end();
    this.#questions.rejectAll("The view is gone.");
  }
  waiting() {
    if (!this.#introduced) {
      return "ui/initialize never arrived";
    }
    if (!this.#initialized) {
      return "ui/notifications/initialized never arrived";
    }
    return this.#isCancelled ? this.#reason ?? "the call was cancelled" : TOOL_PENDING;
  }
  async #requested(message, id) {
    const { port } = this.#setup;
    const method = currentName(message.method ?? "");
    if (method === "ui/initialize") {
      port.send({ jsonrpc: "2.0", id, result: this.#introduce(message) });
      return;
    }
    const request = this.#open.begin(id);
    if (!request) {
      const error = { code: INVALID_REQUEST, message: "A request with this id is still open. Give each request its own." };
      port.send({ jsonrpc: "2.0", id, error });
      return;
    }
    let answer;
    try {
      answer = { result: await this.#answer(method, message.params ?? {}, request.signal) };
    } catch (error) {
      answer = { error: faultOf(error) };
    }
    this.#open.end(id, request);
    if (!request.signal.aborted && !this.#ended) {
      port.send({ jsonrpc: "2.0", id, ...answer });
    }
  }
  #answer(method, params, signal) {
    return this.requests.answer(method, params, {
      signal,
      progress: (token, progress) => {
        if (this.#initialized && !signal.aborted) {
          this.#notify("notifications/progress", { progressToken: token, ...readProgress(progress) });
        }
      }
    });
  }
  // A view that reloads itself initializes again and gets everything again. Its open requests are cancelled, because
  // it may use the same ids again.
  #introduce(message) {
    const { profile, capabilities, sandbox } = this.#setup;
    const intro = introduction(message.method ?? "", message.params ?? {});
    if (intro.fault !== void 0) {
      this.#setup.services.notice({ kind: "fault", what: intro.fault });
    }
    this.#open.cancelAll("the view was reloaded");
    this.#appTools.end();
    this.#questions.rejectAll("The view was reloaded.");
    this.#introduced = true;
    this.#initialized = false;
    this.#inputSent = false;
    this.#resultSent = false;
    this.#cancelSent = false;
    this.#pendingContext = {};
    this.#viewModes = intro.modes;
    this.#declared = intro.capabilities;
    this.#usesOldNames = intro.old;
    const hostInfo = { name: profile.hostInfo.name || profile.title, version: profile.hostInfo.version || "0" };
    const offered = capabilities ?? hostCapabilities(profile, sandbox?.());
    const context = this.#setup.context();
    return {
      protocolVersion: intro.protocol,
      hostInfo,
      hostCapabilities: offered,
      hostContext: intro.old ? withOldNames(context) : context,
      ...intro.old ? { host: hostInfo, capabilities: offered } : {}
    };
  }
  #notified(method, params) {
    switch (method) {
      case "ui/notifications/initialized":
        this.#viewInitialized();
        break;
      case "notifications/cancelled":
        this.#open.cancel(params["requestId"], reasonOf(params));
        break;
      case "notifications/tools/list_changed":
        this.#appTools.refresh();
        break;
      default:
        this.requests.notify(method, params);
    }
  }
  #viewInitialized() {
    if (!this.#introduced) {
      this.#setup.services.notice({ kind: "fault", what: "sent ui/notifications/initialized before ui/initialize" });
      return;
    }
    const first = !this.#initialized;
    this.#initialized = true;
    this.#setup.observe?.("ui/notifications/initialized", {});
    if (Object.keys(this.#pendingContext).length > 0) {
      const pending = this.#pendingContext;
      this.#pendingContext = {};
      this.#notify("ui/notifications/host-context-changed", pending);
    }
    this.#startListening();
    this.#deliver();
    if (first && isRecord(this.#declared["tools"])) {
      this.#appTools.begin();
    }
  }
  // Nothing is sent before the view is initialized. Then input comes first, and the result last.
  #deliver() {
    if (!this.#initialized) {
      return;
    }
    const { gate } = this.requests;
    if (this.#partial !== void 0) {
      const args = this.#partial;
      this.#partial = void 0;
      if (gate.allows("partialInput", "ui/notifications/tool-input-partial")) {
        this.#notify("ui/notifications/tool-input-partial", { arguments: args });
      }
    }
    if (this.#input !== void 0 && !this.#inputSent) {
      this.#inputSent = true;
      this.#notify("ui/notifications/tool-input", { arguments: this.#input });
    }
    if (this.#isCancelled) {
      if (!this.#cancelSent && gate.allows("cancelled", "ui/notifications/tool-cancelled")) {
        this.#cancelSent = true;
        this.#notify("ui/notifications/tool-cancelled", withReason(this.#reason));
      }
      return;
    }
    if (this.#result !== void 0 && this.#inputSent && !this.#resultSent) {
      this.#resultSent = true;
      this.#notify("ui/notifications/tool-result", { content: [], ...this.#result });
      this.#setup.services.ready();
    }
  }
  #notify(method, params) {
    this.#setup.port.send({ jsonrpc: "2.0", method, params });
    if (this.#usesOldNames) {
      for (const name of oldNamesOf(method)) {
        this.#setup.port.send({ jsonrpc: "2.0", method: name, params: withOldNames(params) });
      }
    }
  }
};
function withReason(reason) {
  return reason === void 0 ? {} : { reason };
}
function reasonOf({ reason }) {
  return typeof reason === "string" && reason !== "" ? shortName(reason) : "the view cancelled it";
}
export {
  McpAppsHost
};

// host/requests.ts
import { blockFault, messageBlocks } from "./content.js";
import { isMistaken } from "./dialect.js";
import { filesOf, readContents } from "./download.js";
import { Gate } from "./features.js";
import { METHOD_NOT_FOUND, RpcError, SAMPLING_REJECTED } from "./jsonrpc.js";
import { Slots } from "./openrequests.js";
import { invalid, needText, shortName, sizeOf, webAddress } from "./params.js";
import { checkSampling, wantsTools } from "./sampling.js";
import { isRecord } from "./types.js";
var methods = {
  ping: { run: () => ({}) },
  "tools/call": {
    feature: "serverTools",
    run({ name, arguments: args = {} }, { what, services, slots, options }) {
      if (typeof name !== "string" || name === "" || !isRecord(args)) {
        throw invalid(`${what} needs a tool's name and, if any, arguments that are an object.`);
      }
      return slots.run("server", () => services.callTool(name, args, options));
    }
  },
  "tools/list": list("tools", "serverTools", "tools"),
  "resources/list": list("resources", "serverResources", "resources"),
  "resources/templates/list": list("templates", "serverResources", "resourceTemplates"),
  // Hosts have no capability for prompts, so it is unknown which ones support them.
  "prompts/list": list("prompts", "serverPrompts", "prompts"),
  "resources/read": {
    feature: "serverResources",
    run({ uri }, { services, slots, options }) {
      const wanted = needText(uri, "resources/read needs a uri.");
      return slots.run("server", () => services.readResource(wanted, options));
    }
  },
  "resources/subscribe": subscription(true),
  "resources/unsubscribe": subscription(false),
  "sampling/createMessage": {
    feature: "sampling",
    run(params, { what, gate, services, slots, signal }) {
      checkSampling(params);
      if (wantsTools(params)) {
        gate.require("samplingTools", `tools in ${what}`);
      }
      return slots.run("person", async () => {
        const answer = await services.sampling({ params }, signal);
        if (answer === void 0) {
          throw new RpcError(SAMPLING_REJECTED, "The person refused to answer for the model.");
        }
        return answer;
      });
    }
  },
  "ui/message": {
    feature: "message",
    run({ role = "user", content }, { what, gate, services }) {
      if (role !== "user") {
        throw invalid(`${what} takes the role "user" only.`);
      }
      const blocks = messageBlocks(content);
      if (typeof blocks === "string") {
        throw invalid(`${what} needs content, a list of blocks such as {type: "text", text: "…"}: ${blocks}`);
      }
      noteKinds(gate, blocks, what);
      services.message(blocks);
      return {};
    }
  },
  "ui/open-link": {
    feature: "openLinks",
    async run({ url }, { services, signal }) {
      return await services.openLink(webAddress(url), signal) ? {} : { isError: true };
    }
  },
  "ui/download-file": {
    feature: "downloadFile",
    run({ contents }, { services, slots, options, signal }) {
      const wanted = readContents(contents);
      return slots.run("person", async () => {
        const files = await filesOf(wanted, (uri) => services.readResource(uri, options));
        signal.throwIfAborted();
        return await services.download(files, signal) ? {} : { isError: true };
      });
    }
  },
  "ui/update-model-context": {
    feature: "updateModelContext",
    run(params, { what, gate, services }) {
      const { content, structuredContent } = params;
      if (content !== void 0 && !Array.isArray(content)) {
        throw invalid(`${what} takes content as a list of blocks such as {type: "text", text: "…"}.`);
      }
      const fault = content?.map((block) => blockFault(block)).find((one) => one !== void 0);
      if (fault) {
        throw invalid(`${what}: ${fault}`);
      }
      if (structuredContent !== void 0 && !isRecord(structuredContent)) {
        throw invalid(`${what} takes structuredContent as an object.`);
      }
      noteKinds(gate, content ?? [], what);
      services.modelContext(params);
      return {};
    }
  },
  "ui/request-display-mode": {
    run({ mode }, { what, services, modes, mode: current }) {
      if (typeof mode !== "string") {
        throw invalid(`${what} needs a mode: "inline", "fullscreen" or "pip".`);
      }
      const wanted = modes().find((one) => one === mode);
      return { mode: wanted ? services.displayMode(wanted) : current() };
    }
  },
  setWidgetState: {
    feature: "widgetState",
    run({ state }, { services }) {
      services.state(state);
      return {};
    }
  },
  uploadFile: {
    feature: "uploadFile",
    run: (params, { services, slots, signal }) => slots.run("server", have(services.uploadFile, (up) => up(params, signal)))
  },
  selectFiles: {
    feature: "selectFiles",
    run: (params, { services, slots, signal }) => slots.run("person", have(services.selectFiles, (select) => select(params, signal)))
  },
  getFileDownloadUrl: {
    feature: "fileURLs",
    run({ fileId }, { services, slots, signal }) {
      const id = needText(fileId, "getFileDownloadUrl needs a fileId.");
      return slots.run("server", have(services.fileURL, (address) => address(id, signal)));
    }
  },
  requestModal: {
    feature: "requestModal",
    run: (params, { services, signal }) => have(services.modal, (open) => open(params, signal))()
  },
  setOpenInAppUrl: {
    feature: "openInApp",
    async run({ href }, { services }) {
      const url = webAddress(href);
      await have(services.openInApp, async (open) => open(url))();
      return {};
    }
  },
  requestCheckout: {
    feature: "checkout",
    run: (params, { services, slots, signal }) => slots.run("person", have(services.checkout, (pay) => pay(params, signal)))
  },
  "oriel/intent": {
    run({ intent, params }, { services }) {
      services.intent(needText(intent, "The intent action needs an intent."), params);
      return {};
    }
  }
};
var notifications = {
  "ui/notifications/size-changed": {
    run(params, services, what) {
      const { size, wrong } = sizeOf(params);
      if (wrong.length > 0) {
        services.notice({ kind: "fault", what: `sent ${what} with a ${wrong.join(" and a ")} that is not a number of pixels` });
      }
      services.resize(size);
    }
  },
  "ui/notifications/request-teardown": { feature: "requestTeardown", run: (_params, services) => services.close() },
  "notifications/message": {
    feature: "logging",
    run: ({ level, logger, data }, services) => services.log(text(level) || "info", text(logger), data)
  }
};
var Requests = class {
  /** Limits the view's open requests. */
  #slots = new Slots();
  #setup;
  #modes;
  gate;
  constructor(setup, modes) {
    this.#setup = setup;
    this.#modes = modes;
    this.gate = new Gate(setup.profile, (notice) => setup.services.notice(notice));
  }
  /** Answers a request; rejects with the error for the view. */
  async answer(method, params, { what = method, signal, progress }) {
    const { services, context } = this.#setup;
    this.#setup.observe?.(method, params);
    const own = Object.hasOwn(methods, method) ? methods[method] : void 0;
    if (own?.feature) {
      this.gate.require(own.feature, what);
    }
    const options = callOptions(params, signal, progress);
    const other = this.#setup.answers?.(method);
    if (other) {
      return await other(params, options) ?? {};
    }
    if (!own) {
      services.notice(
        isMistaken(method) ? { kind: "fault", what: `asked for ${shortName(method)}, which no version of MCP Apps has` } : { kind: "unsupported", what: shortName(what) }
      );
      throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${shortName(what)}`);
    }
    const mode = () => context().displayMode ?? "inline";
    try {
      return await own.run(params, { what, gate: this.gate, slots: this.#slots, services, signal, options, modes: this.#modes, mode });
    } catch (error) {
      if (error === missingService) {
        services.notice({ kind: "unsupported", what });
        throw new RpcError(METHOD_NOT_FOUND, `This host has no ${what} yet.`);
      }
      throw error;
    }
  }
  /** Takes a notification. feature overrides the one that it needs; an empty one is none. */
  notify(method, params, { what = method, feature = notificationOf(method)?.feature } = {}) {
    this.#setup.observe?.(method, params);
    const { services } = this.#setup;
    if (isMistaken(method)) {
      services.notice({ kind: "fault", what: `sent ${shortName(method)}, which no version of MCP Apps has` });
    } else if (method.startsWith("ui/") && Object.hasOwn(methods, method)) {
      services.notice({ kind: "fault", what: `sent ${method} without an id, so it is no request and has no effect` });
    }
    if (!feature || this.gate.allows(feature, what)) {
      notificationOf(method)?.run(params, services, what);
    }
  }
};
function notificationOf(method) {
  return Object.hasOwn(notifications, method) ? notifications[method] : void 0;
}
var missingService = new Error("no service");
function have(service, use) {
  return async () => {
    if (service === void 0) {
      throw missingService;
    }
    return use(service);
  };
}
function noteKinds(gate, blocks, what) {
  for (const { type } of blocks) {
    if (type !== "text") {
      gate.allows(`${what} ${type}`, `a block of ${type} in ${what}`);
    }
  }
}
function list(name, feature, member) {
  return {
    feature,
    run({ cursor }, { what, services, slots, signal }) {
      if (cursor !== void 0) {
        throw invalid(`${what} takes no cursor here: the first answer has the whole list.`);
      }
      return slots.run("server", async () => ({ [member]: await services.list(name, signal) }));
    }
  };
}
function subscription(on) {
  return {
    feature: "serverResources",
    async run({ uri }, { what, services, slots, signal }) {
      const wanted = needText(uri, `${what} needs a uri.`);
      await slots.run("server", have(services.subscribe, (subscribe) => subscribe(wanted, on, signal)));
      return {};
    }
  };
}
function callOptions(params, signal, progress) {
  const meta = params["_meta"];
  const token = isRecord(meta) ? meta["progressToken"] : void 0;
  if (meta !== void 0 && !isRecord(meta)) {
    throw invalid("_meta has to be an object.");
  }
  if (token === void 0 || !progress) {
    return { signal };
  }
  if (typeof token !== "string" && typeof token !== "number") {
    throw invalid("_meta.progressToken has to be a text or a number.");
  }
  return { signal, progress: (one) => progress(token, one) };
}
function text(value) {
  return typeof value === "string" ? value : "";
}
export {
  Requests,
  methods
};

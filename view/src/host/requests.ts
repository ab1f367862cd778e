// Answers what a view asks of its host. Each protocol translates its own words to those of MCP Apps, so that all share
// one table of methods, one check of the host's features and one limit. Methods that only window.openai or MCP-UI have
// are in the table under their own names.

import { blockFault, messageBlocks } from "./content.ts";
import { isMistaken } from "./dialect.ts";
import { filesOf, readContents } from "./download.ts";
import { Gate } from "./features.ts";
import { METHOD_NOT_FOUND, RpcError, SAMPLING_REJECTED } from "./jsonrpc.ts";
import { Slots } from "./openrequests.ts";
import { invalid, needText, shortName, sizeOf, webAddress } from "./params.ts";
import type { CallOptions, Services, Setup } from "./protocol.ts";
import { checkSampling, wantsTools } from "./sampling.ts";
import type { ContentBlock, DisplayMode, Json, ListName, Progress } from "./types.ts";
import { isRecord } from "./types.ts";

/** A request, or the options of one. */
export interface RequestOptions {
  /** The request's name in the view's own protocol, for errors and notices; by default, the method. */
  what?: string;
  signal: AbortSignal;
  /** Sends progress to the view. */
  progress?: (token: string | number, progress: Progress) => void;
}

interface Call {
  what: string;
  gate: Gate;
  slots: Slots;
  services: Services;
  signal: AbortSignal;
  options: CallOptions;
  modes(): DisplayMode[];
  mode(): DisplayMode;
}

interface Method {
  /** The feature of the host that it needs; missing if every host has it. */
  feature?: string;
  run(params: Json, call: Call): unknown;
}

/** The requests that the engine answers, by their names. */
export const methods: Readonly<Record<string, Method>> = {
  ping: { run: () => ({}) },

  "tools/call": {
    feature: "serverTools",
    run({ name, arguments: args = {} }, { what, services, slots, options }) {
      if (typeof name !== "string" || name === "" || !isRecord(args)) {
        throw invalid(`${what} needs a tool's name and, if any, arguments that are an object.`);
      }
      return slots.run("server", () => services.callTool(name, args, options));
    },
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
    },
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
        if (answer === undefined) {
          throw new RpcError(SAMPLING_REJECTED, "The person refused to answer for the model.");
        }
        return answer;
      });
    },
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
    },
  },

  "ui/open-link": {
    feature: "openLinks",
    async run({ url }, { services, signal }) {
      return (await services.openLink(webAddress(url), signal)) ? {} : { isError: true };
    },
  },

  "ui/download-file": {
    feature: "downloadFile",
    run({ contents }, { services, slots, options, signal }) {
      const wanted = readContents(contents);
      return slots.run("person", async () => {
        const files = await filesOf(wanted, (uri) => services.readResource(uri, options));
        signal.throwIfAborted();
        return (await services.download(files, signal)) ? {} : { isError: true };
      });
    },
  },

  "ui/update-model-context": {
    feature: "updateModelContext",
    run(params, { what, gate, services }) {
      const { content, structuredContent } = params;
      if (content !== undefined && !Array.isArray(content)) {
        throw invalid(`${what} takes content as a list of blocks such as {type: "text", text: "…"}.`);
      }
      const fault = content?.map((block: unknown) => blockFault(block)).find((one) => one !== undefined);
      if (fault) {
        throw invalid(`${what}: ${fault}`);
      }
      if (structuredContent !== undefined && !isRecord(structuredContent)) {
        throw invalid(`${what} takes structuredContent as an object.`);
      }
      noteKinds(gate, content ?? [], what);
      services.modelContext(params);
      return {};
    },
  },

  "ui/request-display-mode": {
    run({ mode }, { what, services, modes, mode: current }) {
      if (typeof mode !== "string") {
        throw invalid(`${what} needs a mode: "inline", "fullscreen" or "pip".`);
      }
      const wanted = modes().find((one) => one === mode);
      return { mode: wanted ? services.displayMode(wanted) : current() };
    },
  },

  setWidgetState: {
    feature: "widgetState",
    run({ state }, { services }) {
      services.state(state);
      return {};
    },
  },
  uploadFile: {
    feature: "uploadFile",
    run: (params, { services, slots, signal }) => slots.run("server", have(services.uploadFile, (up) => up(params, signal))),
  },
  selectFiles: {
    feature: "selectFiles",
    run: (params, { services, slots, signal }) =>
      slots.run("person", have(services.selectFiles, (select) => select(params, signal))),
  },
  getFileDownloadUrl: {
    feature: "fileURLs",
    run({ fileId }, { services, slots, signal }) {
      const id = needText(fileId, "getFileDownloadUrl needs a fileId.");
      return slots.run("server", have(services.fileURL, (address) => address(id, signal)));
    },
  },
  requestModal: {
    feature: "requestModal",
    run: (params, { services, signal }) => have(services.modal, (open) => open(params, signal))(),
  },
  setOpenInAppUrl: {
    feature: "openInApp",
    async run({ href }, { services }) {
      const url = webAddress(href);
      await have(services.openInApp, async (open) => open(url))();
      return {};
    },
  },
  requestCheckout: {
    feature: "checkout",
    run: (params, { services, slots, signal }) => slots.run("person", have(services.checkout, (pay) => pay(params, signal))),
  },

  "oriel/intent": {
    run({ intent, params }, { services }) {
      services.intent(needText(intent, "The intent action needs an intent."), params);
      return {};
    },
  },
};

interface Notification {
  feature?: string;
  run(params: Json, services: Services, what: string): void;
}

const notifications: Readonly<Record<string, Notification>> = {
  "ui/notifications/size-changed": {
    run(params, services, what) {
      const { size, wrong } = sizeOf(params);
      if (wrong.length > 0) {
        services.notice({ kind: "fault", what: `sent ${what} with a ${wrong.join(" and a ")} that is not a number of pixels` });
      }
      services.resize(size);
    },
  },
  "ui/notifications/request-teardown": { feature: "requestTeardown", run: (_params, services) => services.close() },
  "notifications/message": {
    feature: "logging",
    run: ({ level, logger, data }, services) => services.log(text(level) || "info", text(logger), data),
  },
};

export class Requests {
  /** Limits the view's open requests. */
  readonly #slots = new Slots();
  readonly #setup: Setup;
  readonly #modes: () => DisplayMode[];
  readonly gate: Gate;

  constructor(setup: Setup, modes: () => DisplayMode[]) {
    this.#setup = setup;
    this.#modes = modes;
    this.gate = new Gate(setup.profile, (notice) => setup.services.notice(notice));
  }

  /** Answers a request; rejects with the error for the view. */
  async answer(method: string, params: Json, { what = method, signal, progress }: RequestOptions): Promise<unknown> {
    const { services, context } = this.#setup;
    this.#setup.observe?.(method, params);
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (own?.feature) {
      this.gate.require(own.feature, what);
    }
    const options = callOptions(params, signal, progress);
    const other = this.#setup.answers?.(method);
    if (other) {
      return (await other(params, options)) ?? {};
    }
    if (!own) {
      services.notice(
        isMistaken(method)
          ? { kind: "fault", what: `asked for ${shortName(method)}, which no version of MCP Apps has` }
          : { kind: "unsupported", what: shortName(what) },
      );
      throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${shortName(what)}`);
    }
    const mode = (): DisplayMode => context().displayMode ?? "inline";
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
  notify(method: string, params: Json, { what = method, feature = notificationOf(method)?.feature } = {}): void {
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
}

function notificationOf(method: string): Notification | undefined {
  return Object.hasOwn(notifications, method) ? notifications[method] : undefined;
}

const missingService = new Error("no service");

function have<S, T>(service: S | undefined, use: (service: S) => Promise<T>): () => Promise<T> {
  return async () => {
    if (service === undefined) {
      throw missingService;
    }
    return use(service);
  };
}

// All hosts accept text. No host is known to accept other blocks, so they are reported.
function noteKinds(gate: Gate, blocks: ContentBlock[], what: string): void {
  for (const { type } of blocks) {
    if (type !== "text") {
      gate.allows(`${what} ${type}`, `a block of ${type} in ${what}`);
    }
  }
}

// The first answer has all pages of a list, so there is no cursor.
function list(name: ListName, feature: string, member: string): Method {
  return {
    feature,
    run({ cursor }, { what, services, slots, signal }) {
      if (cursor !== undefined) {
        throw invalid(`${what} takes no cursor here: the first answer has the whole list.`);
      }
      return slots.run("server", async () => ({ [member]: await services.list(name, signal) }));
    },
  };
}

function subscription(on: boolean): Method {
  return {
    feature: "serverResources",
    async run({ uri }, { what, services, slots, signal }) {
      const wanted = needText(uri, `${what} needs a uri.`);
      await slots.run("server", have(services.subscribe, (subscribe) => subscribe(wanted, on, signal)));
      return {};
    },
  };
}

function callOptions(params: Json, signal: AbortSignal, progress: RequestOptions["progress"]): CallOptions {
  const meta = params["_meta"];
  const token = isRecord(meta) ? meta["progressToken"] : undefined;
  if (meta !== undefined && !isRecord(meta)) {
    throw invalid("_meta has to be an object.");
  }
  if (token === undefined || !progress) {
    return { signal };
  }
  if (typeof token !== "string" && typeof token !== "number") {
    throw invalid("_meta.progressToken has to be a text or a number.");
  }
  return { signal, progress: (one) => progress(token, one) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

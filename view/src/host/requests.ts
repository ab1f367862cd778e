// Handlers for the requests of MCP Apps, one for each method.

import type { ContentBlock, DisplayMode, Json, ListName, Progress } from "./types.ts";
import { isRecord } from "./types.ts";
import { blockFault, messageBlocks } from "./content.ts";
import { filesOf, readContents } from "./download.ts";
import type { Gate } from "./features.ts";
import { METHOD_NOT_FOUND, RpcError, SAMPLING_REJECTED } from "./jsonrpc.ts";
import type { Slots } from "./openrequests.ts";
import { invalid, needText, shortName, sizeOf, webAddress } from "./params.ts";
import type { CallOptions, Services } from "./protocol.ts";
import { checkSampling, wantsTools } from "./sampling.ts";

export interface RequestContext {
  gate: Gate;
  services: Services;
  slots: Slots;
  /** Aborted when the view cancels the request, or is removed. */
  signal: AbortSignal;
  progress(token: string | number, progress: Progress): void;
  modes(): DisplayMode[];
  mode(): DisplayMode;
}

type Handler = (params: Json, context: RequestContext, method: string) => unknown;

const handlers: Record<string, Handler> = {
  ping: () => ({}),

  "tools/call": (params, context, method) => {
    const { gate, services, slots } = context;
    gate.require("serverTools", method);
    const name = params["name"];
    const args = params["arguments"] ?? {};
    if (typeof name !== "string" || name === "" || !isRecord(args)) {
      throw invalid("tools/call needs a name and, if any, arguments that are an object.");
    }
    const options = callOptions(params, context);
    return slots.run("server", () => services.callTool(name, args, options));
  },

  "tools/list": list("tools", "serverTools", "tools"),
  "resources/list": list("resources", "serverResources", "resources"),
  "resources/templates/list": list("templates", "serverResources", "resourceTemplates"),
  // Hosts have no capability for prompts, so it is unknown which ones support them.
  "prompts/list": list("prompts", "serverPrompts", "prompts"),

  "resources/read": (params, context, method) => {
    const { gate, services, slots } = context;
    gate.require("serverResources", method);
    const uri = needText(params["uri"], "resources/read needs a uri.");
    const options = callOptions(params, context);
    return slots.run("server", () => services.readResource(uri, options));
  },

  "sampling/createMessage": (params, { gate, services, slots, signal }, method) => {
    gate.require("sampling", method);
    checkSampling(params);
    if (wantsTools(params)) {
      gate.require("samplingTools", `tools in ${method}`);
    }
    return slots.run("person", async () => {
      const answer = await services.sampling({ params }, signal);
      if (answer === undefined) {
        throw new RpcError(SAMPLING_REJECTED, "The person refused to answer for the model.");
      }
      return answer;
    });
  },

  "ui/message": (params, { gate, services }, method) => {
    gate.require("message", method);
    const role = params["role"] ?? "user";
    if (role !== "user") {
      throw invalid('ui/message takes the role "user" only.');
    }
    const blocks = messageBlocks(params["content"]);
    if (typeof blocks === "string") {
      throw invalid(`ui/message needs content, a list of blocks such as {type: "text", text: "…"}: ${blocks}`);
    }
    noteKinds(gate, blocks, method);
    services.message(blocks);
    return {};
  },

  "ui/open-link": async (params, { gate, services, signal }, method) => {
    gate.require("openLinks", method);
    const opened = await services.openLink(webAddress(params["url"]), signal);
    return opened ? {} : { isError: true };
  },

  "ui/download-file": (params, { gate, services, slots, signal }, method) => {
    gate.require("downloadFile", method);
    const wanted = readContents(params["contents"]);
    return slots.run("person", async () => {
      const files = await filesOf(wanted, (uri) => services.readResource(uri, { signal }));
      signal.throwIfAborted();
      const taken = await services.download(files, signal);
      return taken ? {} : { isError: true };
    });
  },

  "ui/update-model-context": (params, { gate, services }, method) => {
    gate.require("updateModelContext", method);
    const { content, structuredContent } = params;
    if (content !== undefined && !Array.isArray(content)) {
      throw invalid('ui/update-model-context takes content as a list of blocks such as {type: "text", text: "…"}.');
    }
    const fault = content?.map((block: unknown) => blockFault(block)).find((one) => one !== undefined);
    if (fault) {
      throw invalid(`ui/update-model-context: ${fault}`);
    }
    if (structuredContent !== undefined && !isRecord(structuredContent)) {
      throw invalid("ui/update-model-context takes structuredContent as an object.");
    }
    noteKinds(gate, content ?? [], method);
    services.modelContext(params);
    return {};
  },

  "ui/request-display-mode": (params, { services, modes, mode }) => {
    if (typeof params["mode"] !== "string") {
      throw invalid('ui/request-display-mode needs a mode: "inline", "fullscreen" or "pip".');
    }
    const wanted = modes().find((one) => one === params["mode"]);
    return { mode: wanted ? services.displayMode(wanted) : mode() };
  },
};

// All hosts accept text. No host is known to accept other blocks, so they are reported.
function noteKinds(gate: Gate, blocks: ContentBlock[], method: string): void {
  for (const { type } of blocks) {
    if (type !== "text") {
      gate.allows(`${method} ${type}`, `a block of ${type} in ${method}`);
    }
  }
}

// The first answer has all pages of a list, so there is no cursor.
function list(name: ListName, feature: string, member: string): Handler {
  return (params, { gate, services, slots, signal }, method) => {
    gate.require(feature, method);
    if (params["cursor"] !== undefined) {
      throw invalid(`${method} takes no cursor here: the first answer has the whole list.`);
    }
    return slots.run("server", async () => ({ [member]: await services.list(name, signal) }));
  };
}

function callOptions(params: Json, { signal, progress }: RequestContext): CallOptions {
  const meta = params["_meta"];
  const token = isRecord(meta) ? meta["progressToken"] : undefined;
  if (meta !== undefined && !isRecord(meta)) {
    throw invalid("_meta has to be an object.");
  }
  if (token === undefined) {
    return { signal };
  }
  if (typeof token !== "string" && typeof token !== "number") {
    throw invalid("_meta.progressToken has to be a text or a number.");
  }
  return { signal, progress: (one) => progress(token, one) };
}

export function answerRequest(method: string, params: Json, context: RequestContext): unknown {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (!handler) {
    throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${shortName(method)}`);
  }
  return handler(params, context, method);
}

export function takeNotification(
  method: string,
  params: Json,
  { gate, services }: Pick<RequestContext, "gate" | "services">,
): void {
  switch (method) {
    case "ui/notifications/size-changed":
      services.resize(sizeOf(params));
      break;
    case "notifications/message":
      if (gate.allows("logging", method)) {
        services.log(text(params["level"]) || "info", text(params["logger"]), params["data"]);
      }
      break;
    case "ui/notifications/request-teardown":
      if (gate.allows("requestTeardown", method)) {
        services.close();
      }
      break;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

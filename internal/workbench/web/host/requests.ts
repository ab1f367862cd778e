// What a view may ask of a host by MCP Apps, one entry per method.

import type { DisplayMode, Json } from "../wire.ts";
import { isRecord } from "../wire.ts";
import { contentBlocks } from "./dialect.ts";
import type { Gate } from "./features.ts";
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import type { Services } from "./protocol.ts";

export interface RequestContext {
  gate: Gate;
  services: Services;
  modes(): DisplayMode[];
  mode(): DisplayMode;
}

type Handler = (params: Json, context: RequestContext, method: string) => unknown;

const handlers: Record<string, Handler> = {
  ping: () => ({}),

  "tools/call": (params, { gate, services }, method) => {
    gate.require("serverTools", method);
    const name = params["name"];
    const args = params["arguments"] ?? {};
    if (typeof name !== "string" || name === "" || !isRecord(args)) {
      throw new RpcError(INVALID_PARAMS, "tools/call needs a name and, if any, arguments that are an object.");
    }
    return services.callTool(name, args);
  },

  "resources/read": (params, { gate, services }, method) => {
    gate.require("serverResources", method);
    const uri = params["uri"];
    if (typeof uri !== "string" || uri === "") {
      throw new RpcError(INVALID_PARAMS, "resources/read needs a uri.");
    }
    return services.readResource(uri);
  },

  "ui/message": (params, { gate, services }, method) => {
    gate.require("message", method);
    const content = contentBlocks(params["content"]);
    if (content.length === 0) {
      throw new RpcError(
        INVALID_PARAMS,
        'ui/message needs content: a list of blocks such as {type: "text", text: "…"}.',
      );
    }
    services.message(content);
    return {};
  },

  "ui/open-link": async (params, { gate, services }, method) => {
    gate.require("openLinks", method);
    const opened = await services.openLink(webAddress(params["url"]));
    return opened ? {} : { isError: true };
  },

  "ui/update-model-context": (params, { gate, services }, method) => {
    gate.require("updateModelContext", method);
    services.modelContext(params);
    return {};
  },

  "ui/request-display-mode": (params, { services, modes, mode }) => {
    const wanted = modes().find((one) => one === params["mode"]);
    return { mode: wanted ? services.displayMode(wanted) : mode() };
  },
};

export function answerRequest(method: string, params: Json, context: RequestContext): unknown {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (!handler) {
    throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
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

/** An address that may be opened outside: http and https only. */
export function webAddress(value: unknown): URL {
  let url: URL | undefined;
  try {
    url = new URL(text(value));
  } catch {
    url = undefined;
  }
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new RpcError(INVALID_PARAMS, "Only http and https addresses can be opened.");
  }
  return url;
}

export function sizeOf(params: Json): { width?: number; height?: number } {
  const pixels = (value: unknown) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
  const size: { width?: number; height?: number } = {};
  const width = pixels(params["width"]);
  const height = pixels(params["height"]);
  if (width !== undefined) {
    size.width = width;
  }
  if (height !== undefined) {
    size.height = height;
  }
  return size;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

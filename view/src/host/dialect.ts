// Converts older wire forms of MCP Apps to the current one. Old names are only sent to a view that used an old form to
// initialize.

import type { Json } from "./types.ts";
import { isRecord } from "./types.ts";

export const PROTOCOL = "2026-01-26";
// The second is that of the SDK before 1.0, the third is in the examples of an older text of the spec.
const knownProtocols = new Set([PROTOCOL, "2025-11-21", "2025-06-18"]);

const currentNames: Record<string, string> = {
  initialize: "ui/initialize",
  "notifications/initialized": "ui/notifications/initialized",
  "ui/initialized": "ui/notifications/initialized",
  "ui/size-change": "ui/notifications/size-changed",
  "ui/size-changed": "ui/notifications/size-changed",
  "ui/notifications/size-change": "ui/notifications/size-changed",
  "ui/request-teardown": "ui/notifications/request-teardown",
};

// The older text of the spec has different names for some notifications in its body and its diagrams.
const oldNames: Record<string, string[]> = {
  "ui/notifications/host-context-changed": ["ui/host-context-change", "ui/notifications/host-context-change"],
  "ui/notifications/tool-cancelled": ["ui/tool-cancelled"],
};

// The current names that have no other, and those of a host and its sandbox.
const otherNames = [
  "ui/resource-teardown",
  "ui/notifications/tool-input",
  "ui/notifications/tool-input-partial",
  "ui/notifications/tool-result",
  "ui/notifications/sandbox-proxy-ready",
  "ui/notifications/sandbox-ready",
  "ui/notifications/sandbox-resource-ready",
  "ui/sandbox-resource-ready",
  "ui/message",
  "ui/open-link",
  "ui/download-file",
  "ui/update-model-context",
  "ui/request-display-mode",
];
const allNames = new Set([
  ...otherNames,
  ...Object.entries(currentNames).flat(),
  ...Object.entries(oldNames).flatMap(([now, before]) => [now, ...before]),
]);

/** Whether a name is in the namespace of MCP Apps, although no version or dialect has it. */
export function isMistaken(method: string): boolean {
  return method.startsWith("ui/") && !allNames.has(method);
}

/** The older names of a notification. */
export function oldNamesOf(method: string): string[] {
  return oldNames[method] ?? [];
}

/** The context with an additional member for the older name of containerDimensions. */
export function withOldNames(context: Json): Json {
  const { containerDimensions } = context;
  return containerDimensions === undefined ? context : { ...context, viewport: containerDimensions };
}

export function currentName(method: string): string {
  return Object.hasOwn(currentNames, method) ? (currentNames[method] ?? method) : method;
}

export interface Introduction {
  /** The protocol version to answer with: the view's, if it is a known one. */
  protocol: string;
  info: Json;
  /** The view's own capabilities. */
  capabilities: Json;
  /** The display modes that the view supports; undefined if it does not say. */
  modes: string[] | undefined;
  /** Whether it used names or a version from before the stable spec, so that it may expect older names. */
  old: boolean;
  /** What every version requires, and is wrong: the end of a sentence about the view. */
  fault: string | undefined;
}

export function introduction(method: string, params: Json): Introduction {
  const wanted = params["protocolVersion"];
  const info = params["appInfo"] ?? params["clientInfo"];
  const capabilities = params["appCapabilities"] ?? params["capabilities"];
  const modes = isRecord(capabilities) ? capabilities["availableDisplayModes"] : undefined;
  const protocol = typeof wanted === "string" && knownProtocols.has(wanted) ? wanted : PROTOCOL;
  return {
    protocol,
    info: isRecord(info) ? info : {},
    capabilities: isRecord(capabilities) ? capabilities : {},
    modes: Array.isArray(modes) && modes.length > 0 ? modes.filter((mode) => typeof mode === "string") : undefined,
    old:
      method === "initialize" ||
      protocol !== PROTOCOL ||
      (params["appInfo"] === undefined && params["clientInfo"] !== undefined),
    fault: introductionFault(method, wanted, info, capabilities),
  };
}

// The sample of the old draft leaves out what its own text requires, so only "ui/initialize" has to be complete.
function introductionFault(method: string, version: unknown, info: unknown, capabilities: unknown): string | undefined {
  const isRight = (value: unknown, right: boolean) => right || (value === undefined && method === "initialize");
  if (!isRight(info, isRecord(info) && typeof info["name"] === "string" && typeof info["version"] === "string")) {
    return `sent ${method} without appInfo, an object with the texts name and version`;
  }
  if (!isRight(version, typeof version === "string")) {
    return `sent ${method} without protocolVersion, a text such as "${PROTOCOL}"`;
  }
  if (!isRight(capabilities, isRecord(capabilities))) {
    return `sent ${method} without appCapabilities, an object`;
  }
  return undefined;
}

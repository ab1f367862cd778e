// Older wire forms of MCP Apps, read as the current ones. Only a view that
// introduced itself in an old form is also told things by their old names.

import type { Json } from "../wire.ts";
import { isRecord } from "../wire.ts";

export const PROTOCOL = "2026-01-26";
// The second is that of the SDK before 1.0, the third that of the old text's samples.
const knownProtocols = new Set([PROTOCOL, "2025-11-21", "2025-06-18"]);

const names: Record<string, string> = {
  initialize: "ui/initialize",
  "notifications/initialized": "ui/notifications/initialized",
  "ui/initialized": "ui/notifications/initialized",
  "ui/size-change": "ui/notifications/size-changed",
  "ui/size-changed": "ui/notifications/size-changed",
  "ui/notifications/size-change": "ui/notifications/size-changed",
  "ui/request-teardown": "ui/notifications/request-teardown",
};

// The old text names some notifications differently in its body and its diagrams.
const oldNames: Record<string, string[]> = {
  "ui/notifications/host-context-changed": ["ui/host-context-change", "ui/notifications/host-context-change"],
  "ui/notifications/tool-cancelled": ["ui/tool-cancelled"],
};

/** What an old view may know a notification as, besides its current name. */
export function namesBefore(method: string): string[] {
  return oldNames[method] ?? [];
}

/** A context in which an old view finds the container by its old name too. */
export function contextBefore(context: Json): Json {
  const { containerDimensions } = context;
  return containerDimensions === undefined ? context : { ...context, viewport: containerDimensions };
}

export function currentName(method: string): string {
  return Object.hasOwn(names, method) ? (names[method] ?? method) : method;
}

export interface Introduction {
  /** The version to answer with: the view's when it is one we know. */
  protocol: string;
  info: Json;
  /** The view's own capabilities. */
  capabilities: Json;
  /** The display modes the view can take, undefined when it does not say. */
  modes: string[] | undefined;
  /** It used names or a version from before the stable text, so it may read older ones. */
  old: boolean;
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
  };
}

// host/dialect.ts
import { isRecord } from "./types.js";
var PROTOCOL = "2026-01-26";
var knownProtocols = /* @__PURE__ */ new Set([PROTOCOL, "2025-11-21", "2025-06-18"]);
var currentNames = {
  initialize: "ui/initialize",
  "notifications/initialized": "ui/notifications/initialized",
  "ui/initialized": "ui/notifications/initialized",
  "ui/size-change": "ui/notifications/size-changed",
  "ui/size-changed": "ui/notifications/size-changed",
  "ui/notifications/size-change": "ui/notifications/size-changed",
  "ui/request-teardown": "ui/notifications/request-teardown"
};
var oldNames = {
  "ui/notifications/host-context-changed": ["ui/host-context-change", "ui/notifications/host-context-change"],
  "ui/notifications/tool-cancelled": ["ui/tool-cancelled"]
};
var otherNames = [
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
  "ui/request-display-mode"
];
var allNames = /* @__PURE__ */ new Set([
  ...otherNames,
  ...Object.entries(currentNames).flat(),
  ...Object.entries(oldNames).flatMap(([now, before]) => [now, ...before])
]);
function isMistaken(method) {
  return method.startsWith("ui/") && !allNames.has(method);
}
function oldNamesOf(method) {
  return oldNames[method] ?? [];
}
function withOldNames(context) {
  const { containerDimensions } = context;
  return containerDimensions === void 0 ? context : { ...context, viewport: containerDimensions };
}
function currentName(method) {
  return Object.hasOwn(currentNames, method) ? currentNames[method] ?? method : method;
}
function introduction(method, params) {
  const wanted = params["protocolVersion"];
  const info = params["appInfo"] ?? params["clientInfo"];
  const capabilities = params["appCapabilities"] ?? params["capabilities"];
  const modes = isRecord(capabilities) ? capabilities["availableDisplayModes"] : void 0;
  const protocol = typeof wanted === "string" && knownProtocols.has(wanted) ? wanted : PROTOCOL;
  return {
    protocol,
    info: isRecord(info) ? info : {},
    capabilities: isRecord(capabilities) ? capabilities : {},
    modes: Array.isArray(modes) && modes.length > 0 ? modes.filter((mode) => typeof mode === "string") : void 0,
    old: method === "initialize" || protocol !== PROTOCOL || params["appInfo"] === void 0 && params["clientInfo"] !== void 0,
    fault: introductionFault(method, wanted, info, capabilities)
  };
}
function introductionFault(method, version, info, capabilities) {
  const isRight = (value, right) => right || value === void 0 && method === "initialize";
  if (!isRight(info, isRecord(info) && typeof info["name"] === "string" && typeof info["version"] === "string")) {
    return `sent ${method} without appInfo, an object with the texts name and version`;
  }
  if (!isRight(version, typeof version === "string")) {
    return `sent ${method} without protocolVersion, a text such as "${PROTOCOL}"`;
  }
  if (!isRight(capabilities, isRecord(capabilities))) {
    return `sent ${method} without appCapabilities, an object`;
  }
  return void 0;
}
export {
  PROTOCOL,
  currentName,
  introduction,
  isMistaken,
  oldNamesOf,
  withOldNames
};

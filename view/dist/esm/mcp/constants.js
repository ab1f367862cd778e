// mcp/constants.ts
var LATEST_PROTOCOL_VERSION = "2026-01-26";
var RESOURCE_MIME_TYPE = "text/html;profile=mcp-app";
var RESOURCE_URI_META_KEY = "ui/resourceUri";
var INITIALIZE_METHOD = "ui/initialize";
var INITIALIZED_METHOD = "ui/notifications/initialized";
var OPEN_LINK_METHOD = "ui/open-link";
var DOWNLOAD_FILE_METHOD = "ui/download-file";
var MESSAGE_METHOD = "ui/message";
var REQUEST_DISPLAY_MODE_METHOD = "ui/request-display-mode";
var SIZE_CHANGED_METHOD = "ui/notifications/size-changed";
var TOOL_INPUT_METHOD = "ui/notifications/tool-input";
var TOOL_INPUT_PARTIAL_METHOD = "ui/notifications/tool-input-partial";
var TOOL_RESULT_METHOD = "ui/notifications/tool-result";
var TOOL_CANCELLED_METHOD = "ui/notifications/tool-cancelled";
var HOST_CONTEXT_CHANGED_METHOD = "ui/notifications/host-context-changed";
var REQUEST_TEARDOWN_METHOD = "ui/notifications/request-teardown";
var RESOURCE_TEARDOWN_METHOD = "ui/resource-teardown";
var SANDBOX_PROXY_READY_METHOD = "ui/notifications/sandbox-proxy-ready";
var SANDBOX_RESOURCE_READY_METHOD = "ui/notifications/sandbox-resource-ready";
export {
  DOWNLOAD_FILE_METHOD,
  HOST_CONTEXT_CHANGED_METHOD,
  INITIALIZED_METHOD,
  INITIALIZE_METHOD,
  LATEST_PROTOCOL_VERSION,
  MESSAGE_METHOD,
  OPEN_LINK_METHOD,
  REQUEST_DISPLAY_MODE_METHOD,
  REQUEST_TEARDOWN_METHOD,
  RESOURCE_MIME_TYPE,
  RESOURCE_TEARDOWN_METHOD,
  RESOURCE_URI_META_KEY,
  SANDBOX_PROXY_READY_METHOD,
  SANDBOX_RESOURCE_READY_METHOD,
  SIZE_CHANGED_METHOD,
  TOOL_CANCELLED_METHOD,
  TOOL_INPUT_METHOD,
  TOOL_INPUT_PARTIAL_METHOD,
  TOOL_RESULT_METHOD
};

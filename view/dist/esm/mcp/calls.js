// mcp/calls.ts
import { context, updateContext } from "../data/context.js";
import { autoSize } from "../page/size.js";
import { notify, request } from "./request.js";
var callServerTool = async (params, options) => {
  const result = await request("tools/call", params, options);
  return Array.isArray(result.content) ? result : { ...result, content: [] };
};
var readServerResource = (params, options) => request("resources/read", params, options);
var listServerResources = (params = {}, options) => request("resources/list", params, options);
var createSamplingMessage = (params, options) => request("sampling/createMessage", params, options);
var sendMessage = (params, options) => request("ui/message", params, options);
var updateModelContext = (params, options) => request("ui/update-model-context", params, options);
var openLink = (params, options) => request("ui/open-link", params, options);
var downloadFile = (params, options) => request("ui/download-file", params, options);
var requestDisplayMode = async (params, options) => {
  const result = await request("ui/request-display-mode", params, options);
  updateContext({ displayMode: result.mode });
  return { ...result, mode: context().displayMode ?? "inline" };
};
var sendLog = (params) => notify("notifications/message", params);
var sendToolListChanged = () => notify("notifications/tools/list_changed", {});
var requestTeardown = () => notify("ui/notifications/request-teardown", {});
var sendSizeChanged = (params) => notify("ui/notifications/size-changed", params);
var setupSizeChangedNotifications = () => {
  autoSize(true);
  return () => autoSize(false);
};
export {
  callServerTool,
  createSamplingMessage,
  downloadFile,
  listServerResources,
  openLink,
  readServerResource,
  requestDisplayMode,
  requestTeardown,
  sendLog,
  sendMessage,
  sendSizeChanged,
  sendToolListChanged,
  setupSizeChangedNotifications,
  updateModelContext
};
